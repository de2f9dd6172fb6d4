// Writes docs/configuration.md from the tables of keys. Part of `npm run build`.
import { writeChanged } from './write-changed.mjs';
import { referencePage } from './reference/page.mjs';

writeChanged(new URL('../docs/configuration.md', import.meta.url), referencePage());
