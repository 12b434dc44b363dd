"""A card player around a scikit-learn model that has watched `club` play a few hands."""

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from simulate.players.own import batch_card_player, card_features, model_card_player, player
from simulate.players.registry import parse_player
from simulate.run import run

club = parse_player("normal").card_player
seen, answers = [], []


@batch_card_player
def watched(views):
    """Plays as `club`, and keeps what it has seen and played."""
    cards = club.play(views)
    seen.append(card_features(views))
    answers.append(np.log2(cards).astype(int))
    return cards


run(hands=1000, players=player("normal", watched), seed=1)
model = DecisionTreeClassifier(max_depth=16, random_state=0).fit(np.concatenate(seen), np.concatenate(answers))
pupil = model_card_player(model)
