// A page in place of one that is not there: the server has said why; it says it again in another language.

import { onLanguage } from "../lib/words.js";

onLanguage(() => location.reload());
