import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

interface Package {
  name: string;
  version: string;
}

/** The packages that ncc finds in the sources, which dist is not built by. */
function bundledPackages(): Package[] {
  // Beside node_modules, from where packages are found.
  const lib = mkdtempSync('.build-');
  try {
    const run = (file: string, ...words: string[]) =>
      execFileSync(process.execPath, [file, ...words], { encoding: 'utf8' });
    run('node_modules/@typescript/native/bin/tsc', '--noCheck', '--outDir', lib);
    const printed = run('__tests__/support/ncc-packages.mjs', path.resolve(lib, 'doors.js'));
    return printed
      .match(/.+/g)!
      .map(
        (folder) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Package,
      );
  } finally {
    rmSync(lib, { recursive: true });
  }
}

it('dist ships the licence of every package that another bundler finds', () => {
  const text = readFileSync('dist/licenses.txt', 'utf8');
  const packages = bundledPackages();
  const titles = packages.map(({ name, version }) => `${name} ${version} (`);
  expect(titles.length).toBeGreaterThan(40);
  expect(titles.filter((title) => !text.includes(title))).toEqual([]);
  expect(text).not.toMatch(/\)\n+-{80}/);
  expect(text).toContain('Attribution 4.0 International');
  // @actions/github and @octokit/rest share their parts.
  for (const shared of ['core', 'plugin-rest-endpoint-methods', 'plugin-paginate-rest'])
    expect([shared, text.split(`\n@octokit/${shared} `).length - 1]).toEqual([shared, 1]);
});
