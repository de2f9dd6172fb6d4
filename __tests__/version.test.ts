import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { VERSION } from '../src/version.js';

it('is the version of package.json', () => {
  expect(VERSION).toBe(
    (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version,
  );
});
