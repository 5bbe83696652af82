"""The gallery of texts: every message of a match and of a chouette, played once, and sixty sentences that say why a
real decision was wrong, side by side in all languages.

`python -m tests.texts_gallery OUT.html` writes it for whoever reads the translations in their context.
"""
