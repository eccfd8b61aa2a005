// The error page: the server has rendered the reason; it is translated when the language changes.

import { onLanguage } from "../lib/words.js";

onLanguage(() => location.reload());
