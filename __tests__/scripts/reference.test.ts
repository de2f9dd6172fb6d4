import { readFileSync } from 'node:fs';
import { EVERYDAY, referencePage } from '../../scripts/reference/page.mjs';

it('the committed reference is what the tables of keys say', () => {
  expect(readFileSync('docs/configuration.md', 'utf8')).toBe(referencePage());
});

it('shows the defaults of an ordinary file, with those of pair beside them, and at most 25 everyday keys first', () => {
  const page = referencePage();
  const rowOf = (key: string) => page.split('\n').find((line) => line.startsWith(`| \`${key}\` `))!;
  expect(rowOf('tests.*.min_pass_rate')).toMatch(/\| `0.85` \(pair: `0.65`\) \|$/);
  expect(rowOf('evaluation.max_regression')).toMatch(/\| `0.1` \(pair: `0.05`\) \|$/);
  expect(page).toMatch(/^\| `method` .*\| `triplet` \(pair: `pair`\) \|$/m);
  expect(EVERYDAY.length).toBeLessThanOrEqual(25);
  expect(page.indexOf('## Everyday keys')).toBeLessThan(page.indexOf('## Advanced keys'));
});
