import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import packageJson from '../package.json' with { type: 'json' };

const shipped = readFileSync('dist/licenses.txt', 'utf8');

/** Folders of the packages that ncc finds in the sources. Another bundler builds dist. */
function bundledPackages() {
  // The folder is next to node_modules, so that packages are found.
  const lib = mkdtempSync('.build-');
  try {
    const run = (file: string, ...words: string[]) =>
      execFileSync(process.execPath, [file, ...words], { encoding: 'utf8' });
    run('node_modules/typescript/bin/tsc', '--noCheck', '--outDir', lib);
    return run('__tests__/support/ncc-packages.mjs', path.resolve(lib, 'doors.js')).match(/.+/g)!;
  } finally {
    rmSync(lib, { recursive: true });
  }
}

/** Folders of the packages that the sources import themselves. */
function importedPackages() {
  const sources = globSync('src/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  return Object.keys(packageJson.devDependencies)
    .filter((name) => sources.some((source) => RegExp(`'${name}['/]`).test(source)))
    .map((name) => path.join('node_modules', name));
}

// ncc takes 10 s to find the indirect imports too.
it('dist ships the licence of every package that the sources import (THOROUGH=1: that it holds)', () => {
  const folders = process.env.THOROUGH ? bundledPackages() : importedPackages();
  const titles = folders.map((folder) => {
    const text = readFileSync(path.join(folder, 'package.json'), 'utf8');
    const { name, version } = JSON.parse(text) as { name: string; version: string };
    return `${name} ${version} (`;
  });
  expect(titles.length).toBeGreaterThan(process.env.THOROUGH ? 40 : 15);
  expect(titles.filter((title) => !shipped.includes(title))).toEqual([]);
  expect(shipped).not.toMatch(/\)\n+-{80}/);
  expect(shipped).toContain('Attribution 4.0 International');
  // @actions/github and @octokit/rest share these packages, so each ships once.
  for (const shared of ['core', 'plugin-rest-endpoint-methods', 'plugin-paginate-rest'])
    expect([shared, shipped.split(`\n@octokit/${shared} `).length - 1]).toEqual([shared, 1]);
});
