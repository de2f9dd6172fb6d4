import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8');

describe('the oldest Node that runs dist', () => {
  it('is the same in package.json, which the door is built from, in the README and in CI', () => {
    const floor = Number(/^>=(\d+)$/.exec((JSON.parse(read('package.json')) as { engines: { node: string } }).engines.node)![1]);
    expect(read('README.md')).toContain(`\`npx\` needs Node ${floor} or newer`);
    const { jobs } = parse(read('.github/workflows/ci.yml')) as { jobs: { terminal: { strategy: { matrix: { node: unknown[] } } } } };
    expect(jobs.terminal.strategy.matrix.node).toEqual([floor, 'latest']);
  });
});
