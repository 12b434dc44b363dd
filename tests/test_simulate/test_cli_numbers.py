import pytest

from simulate.cli.numbers import whole_number
from simulate.errors import UserError


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("17", 17),
        ("+17", 17),
        (" 17 ", 17),
        ("1_000_000", 1_000_000),
        ("1,000,000", 1_000_000),
        ("1e6", 1_000_000),
        ("1E6", 1_000_000),
        ("1e+6", 1_000_000),
        ("1.5e6", 1_500_000),
        ("12.0", 12),
        ("250k", 250_000),
        ("2.5M", 2_500_000),
        ("1m", 1_000_000),
        ("18446744073709551615", 2**64 - 1),
        ("18_446_744_073_709_551_615", 2**64 - 1),
    ],
)
def test_numbers_as_people_write_them(text, value):
    number = whole_number(text, "--hands", 0, 2**64 - 1)
    assert type(number) is int
    assert number == value


@pytest.mark.parametrize(
    "text",
    ["", " ", "ten", "1.5", "1e-3", "1__000", "1_00", "1,00", "1.000.000", "0x10", "1e", "e6", "M", "1G", "1 000",
     "inf", "nan", "--5", "1e6M6", "²", "١٢", "1e9999", "1\n2"],
)  # fmt: skip
def test_what_is_no_whole_number(text):
    with pytest.raises(UserError) as error:
        whole_number(text, "--hands", 0, 10**9)
    assert str(error.value).startswith(f"--hands {text!r} is no whole number: write one such as ")


@pytest.mark.parametrize("text", ["4", "11", "-7", "1e3", "1e999", "9" * 100])
def test_what_is_out_of_range(text):
    with pytest.raises(UserError, match=f"^--hands {text} is out of range: use 5 to 10$"):
        whole_number(text, "--hands", 5, 10)


def test_the_ends_of_the_range_are_in_it():
    assert [whole_number(text, "--hands", 5, 10) for text in ("5", "10")] == [5, 10]
