import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { referencePage } from '../../scripts/reference/page.mjs';

it('the committed reference is what the tables of keys say', async () => {
  expect(readFileSync('docs/configuration.md', 'utf8')).toBe(await referencePage((file: string) => import(`../../src/${file}`)));
});
