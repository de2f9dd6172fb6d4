import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };

it.each([
  ['dist/licenses.txt', ['cli-progress', 'cli-table3']],
  ['dist/cli/licenses.txt', ['@actions/core', '@octokit/rest']],
])('%s ships the licence of every dependency but %j, which it does not hold', (file, absent) => {
  const text = readFileSync(file, 'utf8');
  const missing = Object.entries(dependencies).filter(([name, version]) => !text.includes(`${name} ${version} (`));
  expect(missing.map(([name]) => name)).toEqual(absent);
  expect(text.includes('Attribution 4.0 International')).toBe(true);
});
