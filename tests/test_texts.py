"""No message is missing in a language, none is left over, and every translation keeps the places of its sentence."""

from __future__ import annotations

import ast
import re
import string
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Message as Entry

from bot.backgammon import Illegal, TableFault
from bot.locale.catalogue import Message, messages, read
from bot.locale.extracting import extracted
from bot.screens.refusal_words import refusal_words
from bot.texts import ENGLISH, LANGUAGES, texts

HE_OR_SHE = re.compile(r"\b(he|him|his|himself|she|her|hers|herself)\b", re.IGNORECASE)
ROOT = Path(__file__).parent.parent
#: What players read beside what the bot says.
READ = (
    *("README.md", "PRIVACY.md", "TERMS.md"),
    *(f"docs/{name}.md" for name in ("players", "hosts", "hosting", "rules", "chouette", "leagues", "gallery")),
)
TRANSLATED = [language for language in LANGUAGES if language != ENGLISH]


@cache
def in_sources() -> set[Message]:
    return {message for message, _ in messages()}


def entries(language: str) -> list[Entry]:
    return [entry for entry in read(language) if entry.id]


def forms(entry: Entry) -> list[str]:
    """Every form of a translation."""
    return list(entry.string) if isinstance(entry.string, tuple | list) else [str(entry.string)]


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_there_are_messages() -> None:
    assert len(in_sources()) > 300
    assert ("{who} wins {number} point.", "{who} wins {number} points.") in in_sources()
    assert "It is not your turn." in in_sources()


def test_a_message_is_found_wherever_it_stands() -> None:
    """Also within an f-string, of which Python up to 3.11 has one token."""
    inside = """f"**{t('Ratings and leaderboards')}** {f'{answer.t(LEVEL)}, {answer.t(1)}'} {N_('Roll')}" """
    assert extracted(inside) == ["Ratings and leaderboards", "Roll"]
    assert extracted("N_('a' 'b'), locale_str('c', x=1), t.many('d', 'e', 2), t(f('g'))") == ["ab", "c", ("d", "e")]
    assert extracted("t(name), t(f'{name}'), t.many(one, 'e', 2), t(''), said('h')") == []


@pytest.mark.parametrize("call", [r"\bt\(", r"\bN_\(", r"\blocale_str\(", r"\.many\("])
@pytest.mark.parametrize("language", TRANSLATED)
def test_every_literal_that_is_said_is_in_the_catalogues(language: str, call: str) -> None:
    """Read as plain text, so that nothing an f-string, or a call, stands within can hide it."""
    literal = re.compile(call + r"""\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\s*(?=[,)])""")
    ids = [[entry.id] if isinstance(entry.id, str) else entry.id for entry in entries(language)]
    known = {each for forms_of_it in ids for each in forms_of_it}
    said = {
        ast.literal_eval(f'"{double}"' if double else f"'{single}'")
        for source in sorted((ROOT / "bot").rglob("*.py"))
        for double, single in literal.findall(source.read_text())
        if double or single
    }
    assert len(said) > 5
    assert said - known <= {"Hello {name}"}, "which a docstring explains it by"


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_message_is_missing_and_none_is_unused(language: str) -> None:
    known = {entry.id if isinstance(entry.id, str) else tuple(entry.id) for entry in entries(language)}
    assert in_sources() - known == set(), "run `make texts` and translate what is new"
    assert known - in_sources() == set(), "run `make texts`"


def test_nobody_is_taken_for_a_man_or_a_woman() -> None:
    """Who plays is called by name, by what one is at the table, or *they*. Czech and Russian have a grammar for it."""
    told = [(str(each), form) for each in in_sources() for form in ([each] if isinstance(each, str) else each)]
    told += [(name, line) for name in READ for line in (ROOT / name).read_text().splitlines()]
    assert [(where, text) for where, text in told if HE_OR_SHE.search(text)] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_is_translated(language: str) -> None:
    assert [entry.id for entry in entries(language) if entry.fuzzy or not all(forms(entry))] == []


@pytest.mark.long
@pytest.mark.parametrize("language", TRANSLATED)
def test_every_number_has_its_form(language: str) -> None:
    plurals = [entry for entry in entries(language) if entry.pluralizable]
    assert len(plurals) > 5
    assert all(len(entry.string) == read(language).num_plurals for entry in plurals)


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_places_of_its_sentence(language: str) -> None:
    for entry in entries(language):
        ids = [entry.id] if isinstance(entry.id, str) else list(entry.id)
        if not any("{" in each for each in ids):
            continue
        wanted = set().union(*map(places, ids))
        for form in forms(entry):
            assert places(form) <= wanted, entry.id
            assert wanted - places(form) <= {"number"}, entry.id


def test_numbers_in_czech_and_russian() -> None:
    for language, found in (("cs", 3), ("ru", 3)):
        t = texts(language)
        said = {t.many("{who} wins {number} point.", "{who} wins {number} points.", n, who="X") for n in (1, 2, 5)}
        assert len(said) == found, said


def test_a_locale_of_discord_finds_its_texts() -> None:
    assert texts("en-GB") is texts("en-US") or texts("en-GB").language == "en"
    assert texts("cs").language == "cs" and texts("ru").language == "ru"
    assert texts("xx").language == texts(None).language == "en"


def test_a_reason_is_told_in_the_persons_language() -> None:
    error = Illegal(TableFault.NOT_YOUR_TURN)
    assert refusal_words(error, texts("en")) == str(error)
    assert refusal_words(error, texts("cs")) != str(error)


def test_braces_in_what_people_typed_are_left_alone() -> None:
    assert texts("en")("{who}, roll.", who="{x} {0}") == "{x} {0}, roll."


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_percent_sign_stays_on_the_line_of_its_number(language: str) -> None:
    """Wherever a space stands before it, in what the bot says; what somebody has typed is left alone."""
    t = texts(language)
    said = [t(each) for each in in_sources() if isinstance(each, str)]
    assert [each for each in said if " %" in each] == []
    assert sum("\N{NO-BREAK SPACE}%" in each for each in said) > 10
    typed = t("The chances sum to {total} %, not to 100.", total="9 %")
    assert "9 %\N{NO-BREAK SPACE}%" in typed


def test_russian_has_one_word_for_a_gammon_and_one_for_an_analysis() -> None:
    """The other one is said once, where a gammon is explained."""
    told = [form for entry in entries("ru") for form in forms(entry)]
    assert [each for each in told if re.search(r"\bмарс", each, re.IGNORECASE) and "гаммон (марс)" not in each] == []
    assert [each for each in told if re.search(r"\bанализ", each, re.IGNORECASE)] == []


def test_a_double_is_refused_by_one_word_in_czech() -> None:
    """As the books have it; a checker or a word may be thrown away, a cube is not."""
    said = [each for entry in entries("cs") for each in forms(entry)]
    assert [each for each in said if re.search(r"[Zz]a(hod|hoz|haz)", each)] == []
    assert (texts("cs")("Take"), texts("cs")("Drop")) == ("Přijmout", "Odmítnout")


@pytest.mark.parametrize("language", ["cs", "ru"])
def test_a_sentence_for_people_of_either_sex_says_it_once(language: str) -> None:
    """Nobody is called “hrál či hrála” or “собирал(а)”."""
    said = [each for entry in entries(language) for each in forms(entry)]
    assert [each for each in said if re.search(r"\w\((a|а|ла|la)\)|\w+l či \w+la|\w+л или \w+ла", each)] == []


@pytest.mark.parametrize("language", ["cs", "ru"])
def test_a_translation_has_as_many_lines_as_its_sentence(language: str) -> None:
    for entry in entries(language):
        sentence = entry.id if isinstance(entry.id, str) else entry.id[1]
        for translated in forms(entry):
            assert sentence.count("\n") == translated.count("\n"), sentence
            assert len(translated) < 2.2 * len(sentence) + 40, sentence
