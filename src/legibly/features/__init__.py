"""What maximum entropy models and conditional random fields see of the words: features, found by
their fingerprints.
"""
