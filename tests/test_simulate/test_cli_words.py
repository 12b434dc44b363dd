import ast
from pathlib import Path

import pytest

import analysis
import simulate
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


@pytest.mark.parametrize("package", [simulate, analysis])
def test_no_message_cites_what_users_do_not_have(package):
    cited = []
    for path in Path(package.__file__).parent.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        # A text that stands alone is a docstring: it is for those who have the rules before them.
        alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        texts = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
        cited += [(path.name, text.value) for text in texts if "RULES section" in text.value and id(text) not in alone]
    assert cited == []
