"""Subtitles: rules, cutting, when they are shown, checking, captions that roll."""
