import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8');

const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
const [floor] = /\d+\.\d+$/.exec(engines.node)!;
/** Runs a door of dist in a Node that reports another version. */
function runIn(version: string, door: string, ...words: string[]) {
  const reports = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;
  const dist = path.join(import.meta.dirname, '..', 'dist', `${door}.js`);
  return spawnSync(process.execPath, ['--import', reports, dist, ...words], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
}

describe('the oldest Node that runs dist', () => {
  it('is the same in package.json, README and CI', () => {
    expect(read('README.md')).toMatch(new RegExp(`\`npx\`[^.]*\\bNode ${floor}\\b`));
    const { jobs } = parse(read('.github/workflows/ci.yml')) as {
      jobs: { terminal: { strategy: { matrix: { node: unknown[] } } } };
    };
    expect(jobs.terminal.strategy.matrix.node).toEqual([floor, 'latest']);
  });

  it.each([
    ['cli', ['run'], '20.19.4', 2, ''],
    ['cli', ['--help'], '22.11.0', 2, ''],
    ['index', [], '20.19.4', 1, '::error::'],
  ])(
    'is named in the only output of an older Node: %s %j, %s',
    (door, words, old, status, start) => {
      const ended = runIn(old, door, ...words);
      expect(ended.status).toBe(status);
      expect(`${ended.stdout}${ended.stderr}`).toMatch(
        new RegExp(`^${start}sensitivity .*\\b${floor}\\b.*\\b${old}\\.\\n$`),
      );
    },
  );

  it('runs dist itself', () => {
    expect(runIn(`${floor}.0`, 'cli', '--version').status).toBe(0);
  });
});
