import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CONFIG_PATH, modelServer, scenario } from '../support/scenario.ts';

/**
 * A list under `custom` is several tests, each by itself in every report.
 */

const STATEMENTS = Array.from({ length: 60 }, (_, i) => ({
  text: `Kettle ${i} is on the old stove.`,
  polite: `As you know: Kettle ${i} is on the old stove.`,
  renewed: `Kettle ${i} is on the new stove.`,
  truth: i % 2 === 0,
}));
const LIST = `
    custom:
      - parameters: { name: polite, expect: same }
        data: { source: rows.jsonl, columns: { perturbed: polite } }
      - parameters: { name: new stove, expect: change }
        data: { source: rows.jsonl, columns: { perturbed: renewed } }
        min_pass_rate: 0.8`;

async function run(tests: string) {
  // Knows the old stove, and takes any other for it: deaf to the second change.
  const model = await modelServer({
    answer: (prompt) => (Number(/Kettle (\d+)/.exec(prompt)![1]) % 2 === 0 ? 'True' : 'False'),
  });
  const config = `model: { hub: openai, name: scenario-model, base_url: "${model.url}/v1", retries: 0 }
data: { source: rows.jsonl }
tests:
  sensitivity:${tests}
`;
  const rows = STATEMENTS.map((row) => JSON.stringify(row)).join('\n');
  const directory = mkdtempSync(path.join(tmpdir(), 'several-'));
  const inputs = { comment: 'never', 'report-directory': directory };
  const finished = await scenario({ files: { [CONFIG_PATH]: config, 'rows.jsonl': rows }, inputs });
  const of = (name: string) => finished.report!.report.find(({ test_type }) => test_type === name)!;
  return { ...finished, of, directory, requests: model.count('/chat/completions') };
}

it('each custom test has its own verdict, rows, minimum and names in all reports', async () => {
  const { outputs, report, of, summary, directory } = await run(LIST);
  expect(outputs.outcome).toBe('fail');
  expect(of('custom:polite')).toMatchObject({
    outcome: 'pass',
    named: 'polite',
    minimum_pass_rate: 0.85,
  });
  expect(of('custom:new stove')).toMatchObject({
    outcome: 'fail',
    named: 'new stove',
    minimum_pass_rate: 0.8,
  });
  expect(new Set(report!.results.map(({ test_type }) => test_type))).toEqual(
    new Set(['custom:polite', 'custom:new stove']),
  );
  for (const name of ['polite: as it should', 'new stove: as it should'])
    expect(summary).toContain(name);
  const read = (name: string) => readFileSync(path.join(directory, name), 'utf8');
  const junit = read('report.xml');
  expect(junit).toMatch(/<testsuite name="custom:polite" tests="\d+" failures="0"/);
  expect(junit).toContain('classname="sensitivity.custom:new stove"');
  rmSync(directory, { recursive: true });
});

it.each([
  [
    'a misspelt key',
    LIST.replace('name: new stove', 'nam: new stove'),
    'unknown key `"tests.sensitivity.custom.1.parameters.nam"`; did you mean \'name\'?',
  ],
  ['one without parameters', `${LIST}\n      - {}`, 'entry 3 of the list custom has no name'],
  [
    'no list and no mapping',
    ' { custom: 3 }',
    '`"tests.sensitivity.custom"`: must be a mapping of keys, or a list of them, not `3`',
  ],
])('%s is an error before a request', async (_, tests, message) => {
  const { everything, requests, directory } = await run(tests);
  expect(everything).toContain(message);
  expect(requests).toBe(0);
  rmSync(directory, { recursive: true });
});
