import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8');

const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
const floor = Number(/^>=(\d+)$/.exec(engines.node)![1]);
/** A Node that says it is another. */
const saying = (version: string) =>
  `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;

describe('the oldest Node that runs dist', () => {
  it('is the same in package.json, which the door is built from, in the README and in CI', () => {
    expect(read('README.md')).toContain(`\`npx\` needs Node ${floor} or newer`);
    const { jobs } = parse(read('.github/workflows/ci.yml')) as {
      jobs: { terminal: { strategy: { matrix: { node: unknown[] } } } };
    };
    expect(jobs.terminal.strategy.matrix.node).toEqual([floor, 'latest']);
  });

  it.each([
    ['cli', ['run'], 2, ''],
    ['cli', ['--help'], 2, ''],
    ['index', [], 1, '::error::'],
  ])(
    'an older one is told so in one sentence, and nothing else happens: %s %j',
    (door, words, status, start) => {
      const dist = path.join(import.meta.dirname, '..', 'dist', `${door}.js`);
      const {
        stdout,
        stderr,
        status: ended,
      } = spawnSync(process.execPath, ['--import', saying('20.19.4'), dist, ...words], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH },
      });
      expect({ said: `${stdout}${stderr}`, ended }).toEqual({
        said: `${start}sensitivity needs Node ${floor} or newer, and this is Node 20.19.4.\n`,
        ended: status,
      });
    },
  );

  it('the floor itself goes in', () => {
    const dist = path.join(import.meta.dirname, '..', 'dist', 'cli.js');
    const { status } = spawnSync(
      process.execPath,
      ['--import', saying(`${floor}.0.0`), dist, '--version'],
      { encoding: 'utf8' },
    );
    expect(status).toBe(0);
  });
});
