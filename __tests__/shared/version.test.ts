import { readFileSync } from 'node:fs';
import { VERSION } from '../../src/shared/version.ts';

it('VERSION is the version of package.json', () => {
  expect(VERSION).toBe(
    (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version,
  );
});
