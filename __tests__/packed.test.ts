import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './support/repository.ts';

/** npm installs the development packages of a git dependency that has one of these scripts. */
const INSTALLING_SCRIPTS = [
  ...['preinstall', 'install', 'postinstall', 'preprepare', 'prepare', 'postprepare'],
  ...['prepack', 'build'],
];

it('npx installs no package beside this one', () => {
  const { scripts, dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>;
    dependencies?: Record<string, string>;
  };
  expect(Object.keys(scripts).filter((name) => INSTALLING_SCRIPTS.includes(name))).toEqual([]);
  expect(dependencies).toBeUndefined();
});

it('the package as npm packs it runs init in a new repository', () => {
  const folder = temporaryFolder();
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  execFileSync('tar', ['-xzf', path.join(folder, filename), '-C', folder]);
  execFileSync('git', ['init', '--quiet', 'team'], { cwd: folder });
  const team = path.join(folder, 'team');
  const cli = path.join(folder, 'package', 'dist', 'cli.js');
  const ran = spawnSync(process.execPath, [cli, 'init', '--yes', '--model', 'a-model'], {
    cwd: team,
    encoding: 'utf8',
  });
  expect(ran).toMatchObject({ status: 0, stderr: '' });
  expect(existsSync(path.join(team, '.github', 'sensitivity.yml'))).toBe(true);
});
