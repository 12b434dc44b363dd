import pytest

from simulate.cards import Notation
from simulate.cli.words import one_of
from simulate.errors import UserError


@pytest.mark.parametrize("word", ["german", "German", " german "])
def test_a_word_of_a_choice(word):
    assert one_of(Notation, word, "--notation") is Notation.GERMAN


def test_another_word():
    with pytest.raises(UserError) as error:
        one_of(Notation, "Germen", "--notation")
    assert str(error.value) == ("--notation 'Germen' is unknown: use german, french, pretty (did you mean 'german'?)")
