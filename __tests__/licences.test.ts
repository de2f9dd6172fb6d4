import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The packages that the sources import, without types and transitive packages. */
function importedPackages(): string[] {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const texts = files.map((name) => readFileSync(path.join('src', name), 'utf8'));
  const names = texts.flatMap((text) =>
    [
      ...text.matchAll(
        /^(?:import (?!type )|export )[^;]*?from '([^'.][^']*)'|\bimport\('([^'.][^']*)'\)/gm,
      ),
    ].map(([, one, other]) => one ?? other!),
  );
  const packages = names
    .filter((name) => !name.startsWith('node:'))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    );
  return [...new Set(packages)].sort();
}

it('dist ships the licence of every package that the sources import', () => {
  const text = readFileSync('dist/licenses.txt', 'utf8');
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  expect(importedPackages()).toEqual(
    expect.arrayContaining(
      '@actions/core @octokit/plugin-retry @octokit/plugin-throttling commander yaml zod'.split(
        ' ',
      ),
    ),
  );
  const titleOf = (name: string) => `${name} ${devDependencies[name]}`;
  expect(importedPackages().filter((name) => !text.includes(`${titleOf(name)} (`))).toEqual([]);
  expect(text).toContain('Attribution 4.0 International');
  // @actions/github and @octokit/rest share their parts.
  for (const shared of ['core', 'plugin-rest-endpoint-methods', 'plugin-paginate-rest'])
    expect([shared, text.split(`\n@octokit/${shared} `).length - 1]).toEqual([shared, 1]);
});

it('the package has no dependencies, since it runs from dist', () => {
  expect(JSON.parse(readFileSync('package.json', 'utf8'))).not.toHaveProperty('dependencies');
});
