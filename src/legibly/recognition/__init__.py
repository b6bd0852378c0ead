"""From sound to words: recognisers behind one protocol, segments of speech, whole recordings."""
