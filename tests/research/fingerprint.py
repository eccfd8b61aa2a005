"""Prints a hash of all exported buffers: `python -m tests.research.fingerprint GAME PLAYERS`, compiled or plain."""

import hashlib
import sys

from eleven.research import Batch

STEPS = 60


def fingerprint(game_id: str, players: int) -> str:
    """Return the hash, which is the same in every mode."""
    digest = hashlib.sha256()
    batch = Batch(game_id, players, 4, 7, features=True, truncate_at=50)
    for _ in range(STEPS):
        for buffer in (batch.sight, batch.features, batch.mask, batch.asked, batch.reward, batch.score, batch.done):
            assert buffer is not None
            digest.update(buffer.tobytes())
        digest.update(batch.dense_mask().tobytes())
        batch.step(batch.sample())
    return digest.hexdigest()


if __name__ == "__main__":
    print(fingerprint(sys.argv[1], int(sys.argv[2])))
