import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { configurationText } from '../../../src/terminal/init/configuration.ts';
import { minimumFor, proposeGate } from '../../../src/terminal/init/product-gate.ts';
import { isGroundedPrompt } from '../../../src/terminal/init/prompt-text.ts';
import { problemOfRows } from '../../../src/terminal/init/team-rows.ts';

const PROMPT = `You answer customers of the shop. Answer only from the context below.
Never promise a refund.

Context: {{ context }}
Customer: {{ question }}
`;
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function folderWith(files: Record<string, string>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'sensitivity-own-'));
  folders.push(root);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  return root;
}

async function gateFor(
  files: Record<string, string>,
  { file, prompt }: { file?: string; prompt?: string } = {},
) {
  const gate = await proposeGate(folderWith(files), { file, prompt });
  if (gate === undefined) return undefined;
  const setup = { hub: 'openai', model: 'm', data: '', branch: 'main', config: '' };
  const text = configurationText({ ...setup, gate });
  return parse(text) as { data: unknown; tests: { sensitivity: Record<string, unknown> } };
}

describe('the gate that init proposes', () => {
  it('a spreadsheet with answers and documents: answers, provocations, and no quiz', async () => {
    const csv = '\uFEFFQuestion;Expected answer;Context\r\nHow long?;30 days;It is 30 days.\r\n';
    const found = await gateFor({ 'evals/c.csv': csv }, { file: 'evals/c.csv', prompt: PROMPT });
    expect(found?.data).toEqual({
      source: 'evals/c.csv',
      columns: { fill: { context: 'Context' } },
    });
    expect(found?.tests.sensitivity).toMatchObject({
      answers: { min_pass_rate: 0.85 },
      add_toxic_words: { min_pass_rate: 0.85 },
    });
  });

  it('a grounded prompt with documents and no rows: rows to draft', async () => {
    const root = { 'docs/help.md': '# Help\n\nThe return period is 30 days.\n' };
    const found = await gateFor(root, { prompt: PROMPT });
    expect(found?.data).toMatchObject({ source: 'evals/questions.csv' });
    expect(found?.tests.sensitivity).toMatchObject({
      answers: {},
      add_negation: {
        data: { source: 'evals/facts.csv', columns: { fill: { context: 'passage' } } },
      },
    });
  });

  it('texts alone: provocations, and both sides of safety', async () => {
    const found = await gateFor(
      { 'evals/c.csv': 'message\nWhere is my parcel?\n' },
      { file: 'evals/c.csv', prompt: 'You are a helper. Never name a competitor.' },
    );
    expect(found?.data).toEqual({ source: 'evals/c.csv', columns: { text: 'message' } });
    expect(Object.keys(found?.tests.sensitivity ?? {})).toEqual(['add_toxic_words', 'refusal']);
  });

  it('keeps a file whose columns say nothing, and leaves them to the user', async () => {
    const root = folderWith({ 'evals/o.csv': 'a,b\nparcel one,two days\n', 'docs/h.md': 'Help.' });
    const gate = await proposeGate(root, { file: 'evals/o.csv', prompt: PROMPT });
    expect(gate).toMatchObject({
      rowsFile: 'evals/o.csv',
      dataLine: '{ source: "evals/o.csv", columns: { text: YOUR-COLUMN } }',
      unnamed: { file: 'evals/o.csv', columns: ['a', 'b'] },
    });
  });

  it('says why a file of rows cannot be read', async () => {
    const root = folderWith({ 'evals/c.csv': 'question,answer\n' });
    writeFileSync(
      path.join(root, 'evals/c.csv'),
      Buffer.from('question,answer\nHow much?,4 \u20ac\nWhere?,K\u00f6ln\n', 'latin1'),
    );
    expect(await problemOfRows(root, 'evals/c.csv')).toMatchObject({
      where: 'evals/c.csv:2',
      message: 'This line is not valid UTF-8.',
    });
  });

  it('nothing of its own: no gate of its own', async () => {
    expect(await gateFor({ 'a.txt': '' })).toBeUndefined();
    const file = 'evals/c.csv';
    expect(await gateFor({ [file]: 'name;price\nShoe;12\n' }, { file })).toBeUndefined();
  });
});

it.each([
  [43, 0.95],
  [42, 0.9],
  [21, 0.9],
  [20, 0.85],
  [1, 0.85],
])('%i rows of a perfect model can show a minimum of %f', (rows, minimum) => {
  expect(minimumFor(rows)).toBe(minimum);
});

describe('what a prompt says', () => {
  it.each([
    ['Use only the documents you are given.', true],
    ['Answer based on the knowledge base.', true],
    ['Context: {context}', true],
    ['You are a friendly helper.', false],
    ['Answer from experience, in the context of travel.', false],
  ])('%p: bound to documents: %p', (prompt, isGrounded) => {
    expect(isGroundedPrompt(prompt)).toBe(isGrounded);
  });
});
