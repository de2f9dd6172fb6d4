import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { runDoor } from '../../support/run-process.ts';

const PROMPT = `You are the support bot of Parcel Post. Answer only from the documents.
- Never promise a refund.
- Always stay polite.
- Greet the customer by name.

Documents:
{documents}

Customer: {question}
`;
const TICKETS = Array.from(
  { length: 45 },
  (_, i) => `T-${1000 + i},Where is my parcel number ${i}?,It arrives within ${i + 1} days.\n`,
);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sensitivity-parcel-'));
  const files = {
    'prompts/support.md': PROMPT,
    'help/claims.md': '# Claims\n',
    'help/delivery.md': '# Delivery\n',
    'help/returns.md': '# Returns\n',
    'evals/tickets.csv': `ticket,customer_says,agent_reply\n${TICKETS.join('')}`,
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const init = (...more: string[]) =>
  runDoor({
    door: 'cli',
    words: ['init', '--hub', 'openai', '--model', 'm', '--yes', ...more],
    cwd: folder,
    env: { COLUMNS: '1000' },
  });
const read = (name: string) => readFile(path.join(folder, name), 'utf8');

it('a bot with a prompt, documents and rows: init writes no rule, and says what to draft', async () => {
  const columns = 'ticket,question,expected_answer\n';
  await writeFile(path.join(folder, 'evals/tickets.csv'), `${columns}${TICKETS.join('')}`);
  const { stdout, stderr, exitCode } = await init();
  expect([exitCode, stderr]).toEqual([0, '']);
  const configuration = parse(await read('.github/sensitivity.yml')) as {
    tests: { sensitivity: object };
  };
  expect(configuration).toMatchObject({
    data: { source: 'evals/tickets.csv' },
    model: { variables: { documents: { file: 'help/claims.md' } } },
  });
  expect(Object.keys(configuration.tests.sensitivity)).toEqual([
    'answers',
    'add_toxic_words',
    'add_negation',
  ]);
  expect(stdout).toContain('draft prompts/support.md --kind rules');
  expect(stdout).toContain(
    '{documents} is filled with help/claims.md alone, without help/delivery.md and help/returns.md.',
  );
});

it('rows whose columns have no usual names are named, and not guessed', async () => {
  const { stdout, exitCode } = await init();
  expect(exitCode).toBe(0);
  expect(stdout).toContain('evals/tickets.csv may hold some');
});

it('a named file whose columns say nothing is kept, and the step names its columns', async () => {
  await writeFile(path.join(folder, 'evals/odd.csv'), 'a,b\nparcel one,two days\n');
  const { stdout, exitCode } = await init('--data', 'evals/odd.csv');
  expect(exitCode).toBe(0);
  expect(await read('.github/sensitivity.yml')).toContain(
    'data: { source: "evals/odd.csv", columns: { text: YOUR-COLUMN } }',
  );
  expect(stdout).toContain('Replace the placeholders YOUR-COLUMN');
  expect(stdout).toContain('The file has `"a"` and `"b"`.');
});
