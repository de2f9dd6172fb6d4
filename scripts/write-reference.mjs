// Writes docs/configuration.md, the reference of the configuration's keys, from the sources' own tables. Part of `npm run build`, after
// tsc.
import { writeFileSync } from 'node:fs';
import { referencePage } from './reference/page.mjs';

writeFileSync(new URL('../docs/configuration.md', import.meta.url), await referencePage((file) => import(`../lib/${file}`)));
