// The error page: the server has rendered the reason; it is translated when the language changes.

import { onLanguageChange } from "../lib/words.js";

onLanguageChange(() => location.reload());
