"""The small prosodic model of English, learnt beside the network from timed words."""
