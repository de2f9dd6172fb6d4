import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { dist } from './bench.mjs';

/** @param {import('./bench.mjs').Bench} bench */
export function size(bench) {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const bytes = files.reduce(
    (sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size,
    0,
  );
  bench.row('dist', bytes / 1024 ** 2, { unit: 'MB', digits: 2, goal: 'at most 5 MB' });
}
