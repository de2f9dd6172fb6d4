/** Workflows in README and docs name actions by commit, and known inputs and events. */
import { globSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { MAX_WAIT_MS } from '../../src/models/failures.ts';
import { workflowText } from '../../src/terminal/init-files.ts';
import { ACTION } from '../../src/terminal/publisher.ts';

interface Step {
  uses?: string;
  with?: Record<string, unknown>;
  env?: Record<string, string>;
}
type Job = Record<string, unknown> & { steps: Step[] };
interface Workflow {
  on: string | Record<string, unknown>;
  permissions: unknown;
  jobs: Record<string, Job>;
}

const BLOCKS = ['README.md', ...globSync('docs/*.md')].flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/^```yaml\n([^]*?)^```$/gm)]
    .map(([, text = '']) => ({ page, text }))
    .filter(({ text }) => text.includes(`uses: ${ACTION}`)),
);
const isWhole = ({ text }: { text: string }) => text.includes('\njobs:');
const valueOf = (text: string) => parse(text) as Workflow | Job | Step[];

function stepsOf(text: string): Step[] {
  const value = valueOf(text);
  if (Array.isArray(value)) return value;
  const jobs = 'jobs' in value ? Object.values((value as Workflow).jobs) : [value];
  return jobs.flatMap(({ steps }) => steps);
}

it('the pages print workflows, whole and in part', () => {
  expect(BLOCKS.filter(isWhole).length).toBeGreaterThanOrEqual(4);
  expect(BLOCKS.length).toBeGreaterThanOrEqual(6);
});

it('the README prints what init writes', () => {
  const config = '.github/sensitivity.yml';
  const setup = { config, secret: 'OPENAI_API_KEY', branch: 'main' };
  const [first] = BLOCKS;
  expect(first?.page).toBe('README.md');
  expect(first?.text.replace(/^#.*\n/, '')).toBe(workflowText(setup as never));
});

it.each(BLOCKS)(
  '$page: actions by commit with their version, and no credentials left',
  ({ text }) => {
    const others = [...text.matchAll(/uses: (.+)/g)].filter(([, used]) => used !== ACTION);
    for (const [, used] of others) expect(used).toMatch(/^[\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
    for (const { uses = '', with: inputs } of stepsOf(text))
      if (uses.startsWith('actions/checkout@'))
        expect(inputs).toMatchObject({ 'persist-credentials': false });
  },
);

it.each(BLOCKS)(
  '$page: our inputs are those of action.yml, and a checkout comes before',
  ({ text }) => {
    const { inputs } = parse(readFileSync('action.yml', 'utf8')) as { inputs: object };
    const steps = stepsOf(text);
    const ours = steps.filter(({ uses }) => uses === ACTION);
    for (const step of ours)
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(step.with ?? {})));
    const first = steps.findIndex(({ uses }) => uses === ACTION);
    if (first > 0) expect(steps[0]?.uses).toMatch(/^actions\/checkout@/);
  },
);

it.each(BLOCKS.filter(isWhole))(
  '$page: a whole workflow limits rights, time and branches',
  ({ text }) => {
    const { on, permissions, jobs } = valueOf(text) as Workflow;
    expect(JSON.stringify(permissions)).toMatch(/^\{(?!.*"contents":"write")/);
    // A judge and a model may be down one after the other.
    const waits = (2 * MAX_WAIT_MS) / 60_000;
    for (const { steps, ...job } of Object.values(jobs))
      expect(job['timeout-minutes']).toBeGreaterThan(
        steps.some(({ uses }) => uses === ACTION) ? waits : 0,
      );
    const events = Object.entries(on);
    for (const [name, filter] of events)
      if (name.startsWith('pull_request'))
        expect(filter).toEqual({
          branches: ['main'],
          types: ['opened', 'synchronize', 'reopened', 'edited'],
        });
    // A job with keys runs no code of the pull request.
    if ('pull_request_target' in Object(on)) expect(text).not.toContain('ref:');
  },
);
