"""Tests of `render`: mostly the picture is drawn, decoded and read back."""
