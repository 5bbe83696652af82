"""What holds of the sources themselves: part of `make lint`."""
