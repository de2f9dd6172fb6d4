// Writes what the sources build over what is committed: dist/, schema/ and docs/configuration.md.
// Part of `npm run bundle`.
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { withBuild, PAGES } from './build/outputs.mjs';
import { ROOT } from './publisher.mjs';

await withBuild((built) => {
  const dist = path.join(ROOT, 'dist');
  if (existsSync(dist)) renameSync(dist, path.join(built, 'replaced'));
  renameSync(path.join(built, 'dist'), dist);
  for (const page of PAGES) renameSync(path.join(built, page), path.join(ROOT, page));
});
