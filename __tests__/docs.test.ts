import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';

it('every proof that the threat model names is there', () => {
  const page = readFileSync('docs/threat-model.md', 'utf8');
  const proofs = [...page.matchAll(/`([\w/-]+\.test\.ts)`/g)].map(([, file]) => file!);
  expect(proofs.length).toBeGreaterThan(40);
  expect([...new Set(proofs)].filter((file) => !existsSync(path.join('__tests__', file)))).toEqual([]);
});

it('every test that the page about endpoints names is there', () => {
  const page = readFileSync('docs/endpoint.md', 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| ') && line.includes('.test.ts`'));
  const named = rows.flatMap((row) =>
    [...row.matchAll(/`([\w/-]+\.test\.ts)`: ((?:"[^"]+"(?:, )?)+)/g)].flatMap(([, file, names]) =>
      [...names!.matchAll(/"([^"]+)"/g)].map(([, name]) => ({ file: file!, name: name! })),
    ),
  );
  expect(named.length).toBeGreaterThan(12);
  expect(named.filter(({ file, name }) => !readFileSync(path.join('__tests__', file), 'utf8').includes(name))).toEqual([]);
});

it('every file that CONTRIBUTING names is there', () => {
  const page = readFileSync('CONTRIBUTING.md', 'utf8');
  const named = [
    ...page.matchAll(/`((?:action|config|data|engine|evaluate|github|language|models|report|terminal|trust|src|scripts)\/[\w./-]*)`/g),
  ].map(([, file]) => file!);
  const isThere = (file: string) => [file, path.join('src', file), path.join('__tests__', file)].some((place) => existsSync(place));
  expect([...new Set(named)].filter((file) => !isThere(file))).toEqual([]);
});
