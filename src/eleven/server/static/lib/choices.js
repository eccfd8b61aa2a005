// Made by `python -m eleven.server.views.typescript` from bots/levels.py and core/text/words.py.
export const LEVELS = ["beginner", "easy", "normal", "hard", "expert", "veteran", "specialist", "virtuoso", "champion", "master"];
export const CHARACTERS = ["careful", "daring", "friendly"];
export const WITHOUT_CHARACTER = ["veteran", "specialist", "virtuoso", "champion", "master"];
export const DEFAULT_LEVEL = "normal";
export const LANGUAGES = /** @type {Record<string, string>} */ ({"en": "English", "fr": "Français", "nl": "Nederlands", "de": "Deutsch"});
