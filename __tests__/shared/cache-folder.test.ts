import { homedir } from 'node:os';
import path from 'node:path';
import { cacheFolder } from '../../src/shared/cache-folder.ts';

const HOME = path.join(homedir(), '.cache', 'sensitivity');

it.each([
  ['/caches', '/caches/sensitivity'],
  ['', HOME],
  ['caches', HOME],
  [undefined, HOME],
])('XDG_CACHE_HOME=%s', (folder, expected) => {
  expect(cacheFolder({ XDG_CACHE_HOME: folder })).toBe(expected);
});
