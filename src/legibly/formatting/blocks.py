"""Where the blocks end in which words are scored.

The place is decided by the words there, so that portions never change the result, and a text that
was cut elsewhere is soon in the same blocks again.
"""

from __future__ import annotations

from collections import deque
from zlib import crc32

from legibly.formatting.visible import VisibleWord, VisibleWords
from legibly.lattice.scoring import Block
from legibly.window import Window

MAX_BLOCK_WORDS = 112  # with its context a block fits a window of the neural scorer
MIN_BLOCK_WORDS = 40  # but for the last block


class Blocks:
    """Cuts visible words into blocks, with `left` and `right` words of context, and remembers whose
    scores are due.
    """

    def __init__(self, left: int, right: int) -> None:
        self._left, self._right = left, right
        self.scored = 0  # the position up to which words lie in blocks
        self._awaited: deque[int] = deque()  # words of the blocks whose scores are due

    @property
    def context_begins(self) -> int:
        """The position of the first word that a later block will need."""
        return self.scored - self._left

    def ready(self, visible: VisibleWords) -> list[Block]:
        """The blocks that can be scored now. While more words may come, one word beyond the context
        is awaited, so that a block never takes the end of a portion for the end of the recording.
        """
        blocks = []
        words = visible.words
        while self.scored < words.end:
            if not visible.closed and words.end <= self.scored + MAX_BLOCK_WORDS + self._right:
                break
            last = self._block_end(words)
            begin, end = max(0, self.scored - self._left), min(words.end, last + self._right)
            block = [item.word for item in words.between(begin, end)]
            ends = visible.closed and end == words.end
            blocks.append(Block(block, self.scored - begin, last - begin, begin == 0, ends))
            self._awaited.append(last - self.scored)
            self.scored = last

        return blocks

    def next_awaited(self) -> int:
        """How many words the block has whose scores come next."""
        return self._awaited.popleft()

    def _block_end(self, words: Window[VisibleWord]) -> int:
        """The position in reach where the words around have the lowest checksum."""
        if words.end <= self.scored + MAX_BLOCK_WORDS:
            return words.end
        first, last = self.scored + MIN_BLOCK_WORDS, self.scored + MAX_BLOCK_WORDS
        sums = [crc32(item.word.text.encode()) for item in words.between(first - 2, last + 1)]
        mixed = [sums[i] ^ sums[i + 1] * 3 ^ sums[i + 2] * 5 for i in range(len(sums) - 2)]
        return first + min(range(len(mixed)), key=lambda i: (mixed[i], -i))
