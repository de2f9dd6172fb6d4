// Writes docs/configuration.md from the tables of keys. Part of `npm run build`, after tsc.
import { writeChanged } from './write-changed.mjs';
import { referencePage } from './reference/page.mjs';

writeChanged(
  new URL('../docs/configuration.md', import.meta.url),
  await referencePage((file) => import(`../lib/${file}`)),
);
