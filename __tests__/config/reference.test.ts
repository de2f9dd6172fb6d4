import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { referencePage } from '../../src/config/reference.js';

it('the committed reference is what the tables of keys say', () => {
  expect(readFileSync('docs/configuration.md', 'utf8')).toBe(referencePage());
});
