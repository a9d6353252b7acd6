"""The commands' translations: one file per language, English where one is missing.

Names of commands and options stay English: every answer, page and reply of a director says them.
"""

import tomllib
from importlib.resources import files

from discord import Locale
from discord.app_commands import TranslationContextLocation, TranslationContextTypes, Translator, locale_str

LANGUAGES = {
    Locale.german: "de",
    Locale.french: "fr",
    Locale.spain_spanish: "es",
    Locale.latin_american_spanish: "es",
    Locale.italian: "it",
    Locale.polish: "pl",
    Locale.brazil_portuguese: "pt",
}

_DESCRIPTIONS = {
    TranslationContextLocation.command_description,
    TranslationContextLocation.group_description,
    TranslationContextLocation.parameter_description,
}


def read_language(name: str) -> dict[str, dict[str, str]]:
    """Return a language's tables `names` (of context menus) and `descriptions`."""
    return tomllib.loads((files(__name__) / f"{name}.toml").read_text(encoding="utf-8"))


class CommandTranslator(Translator):
    """Translates descriptions and the names of context menus; all other names, choices and answers stay English."""

    async def load(self) -> None:
        self.tables = {name: read_language(name) for name in set(LANGUAGES.values())}

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        if locale not in LANGUAGES or context.location is TranslationContextLocation.choice_name:
            return None
        table = "descriptions" if context.location in _DESCRIPTIONS else "names"
        return self.tables[LANGUAGES[locale]][table].get(string.message)
