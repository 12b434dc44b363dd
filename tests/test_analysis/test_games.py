import numpy as np

from analysis.games import contracts_of
from simulate.contracts import GAMES
from simulate.kernels.codes import NO_GAME


def test_each_game_has_its_contract_and_no_game_has_none():
    numbers = np.array([*range(len(GAMES)), NO_GAME], np.uint8)
    assert contracts_of(numbers).tolist() == [*(game.contract for game in GAMES), 0]
    assert contracts_of(numbers.reshape(1, -1)).shape == (1, len(GAMES) + 1)
