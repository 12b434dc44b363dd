"""Counting hands one by one in plain Python, to hold the tables against."""

from collections import defaultdict
from statistics import mean, stdev

from simulate.cards import Card, Rank, Suit
from simulate.contracts import Contract, Game
from simulate.deals import deal


def rows_of(data):
    """Return the hands as dicts, with the declarer's score as ``score``."""
    rows = data.hands.collect().to_dicts()
    for row in rows:
        row["score"] = None if row["contract"] is None else row[f"score_{row['declarer']}"]
        row["player"] = None if row["contract"] is None else (row["forehand"] + row["declarer"]) % 4
    return rows


def with_called_cards(rows):
    """Return the Rufspiele, with the counts of cards of the called suit and the distance to the partner."""
    called = [row for row in rows if row["contract"] == "rufspiel"]
    for row in called:
        game = Game(Contract.RUFSPIEL, Suit[row["suit"].upper()])
        hands = deal(row["deal"])
        row["declarer_cards"] = len(hands[row["declarer"]] & game.called_suit)
        row["holder_cards"] = len(hands[row["partner"]] & game.called_suit)
        row["distance"] = next(d for d in (1, 2, 3) if (row["declarer"] + d) % 4 == row["partner"])
    return called


def counts_of(hand):
    """Return the features of a hand by looking at its cards one by one."""
    low_herz = [c for c in hand if c.suit is Suit.HERZ and c.rank not in (Rank.OBER, Rank.UNTER)]
    ober = [c for c in hand if c.rank is Rank.OBER]
    unter = [c for c in hand if c.rank is Rank.UNTER]
    always = len(ober) + len(unter)
    low = {s: [c for c in hand if c.suit is s and c.rank not in (Rank.OBER, Rank.UNTER)] for s in Suit}
    return {
        "trumps": always + len(low_herz),
        "ober": len(ober),
        "unter": len(unter),
        "aces": sum(c in hand for c in (Card.EA, Card.GA, Card.SA)),
        "solo_trumps": always + max(map(len, low.values())),
        "callable": sum(
            bool(low[s]) and Card.of(s, Rank.SAU) not in hand for s in (Suit.EICHEL, Suit.GRAS, Suit.SCHELLEN)
        ),
    }


def grouped(rows, *keys):
    """Return the rows of each group, by the group's values."""
    groups = defaultdict(list)
    for row in rows:
        groups[tuple(row[key] for key in keys)].append(row)
    return dict(groups)


def outcome(rows):
    """Return what `analysis.tidy.outcomes` estimates, and the spread."""
    scores = [row["score"] for row in rows]
    return {
        "n": len(rows),
        "win_rate": mean(row["won"] for row in rows),
        "eyes": mean(row["eyes"] for row in rows),
        "score": mean(scores),
        "score_sd": stdev(scores) if len(scores) > 1 else None,
    }


def same(table, expected, keys):
    """Assert that a table has exactly the groups expected, each with the numbers expected; return its keys in order."""
    found = {tuple(row[key] for key in keys): row for row in table.to_dicts()}
    assert len(found) == len(table)
    assert found.keys() == expected.keys()
    for group, numbers in expected.items():
        for name, value in numbers.items():
            close(found[group][name], value, (group, name))
    return list(found)


def close(value, expected, where=None):
    """Assert that two numbers, or None, are the same but for rounding."""
    assert (value is None) == (expected is None), where
    if expected is not None:
        assert abs(value - expected) <= 1e-9 * max(1, abs(expected)), (where, value, expected)
