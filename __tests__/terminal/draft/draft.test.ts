import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runDraft } from '../../../src/terminal/draft/draft.ts';
import type { Terminal } from '../../../src/terminal/command.ts';
import { readOptions } from '../../../src/terminal/options.ts';
import { MODEL_KEY, modelServer } from '../../support/scenario.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const RULES = 'evals/rules.yml';
const RULES_TEST = `rules: { rules: { file: ${RULES} } }`;
const OWN_RULES = '- "Never promises a refund."\n- "Never speaks of euthanasia." # mine\n';
const DOCUMENT = 'The clinic is open on Sundays.';
const ROWS_HEAD = 'text,answer,passage,quote,source,reviewed\n';
const ROWS = `${ROWS_HEAD}When?,On Sundays.,A passage.,A passage.,a.md:1-1,\n`;

/** Runs the command in a new folder; the model answers by how the prompt begins. */
async function draft(
  files: Record<string, string>,
  {
    tests = RULES_TEST,
    given = {},
    words = ['docs/clinic.md'],
    answer = () => '{}',
  }: {
    tests?: string;
    given?: Record<string, string>;
    words?: string[];
    answer?: (prompt: string) => string;
  },
) {
  const root = mkdtempSync(path.join(tmpdir(), 'sensitivity-draft-'));
  folders.push(root);
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  };
  const prompts: string[] = [];
  const model = await modelServer({
    answer: (prompt) => {
      prompts.push(prompt);
      return answer(prompt);
    },
  });
  write('docs/clinic.md', DOCUMENT);
  write('prompts/p.md', 'Never promise a refund.');
  write(
    '.github/sensitivity.yml',
    `model: { hub: openai, name: m }\ndata: { source: evals/questions.csv }\ntests: { sensitivity: { ${tests} } }\n`,
  );
  for (const [name, text] of Object.entries(files)) write(name, text);
  const notes: string[] = [];
  const note = (text: string) => void notes.push(text);
  const terminal: Terminal = {
    process,
    secrets: [],
    root,
    print: note,
    printLines: (lines) => notes.push(...lines),
    printJson: () => undefined,
    note,
    complain: note,
    layout: { columns: 1_000, color: false },
  };
  const optionTexts = { 'base-url': `${model.url}/v1`, ...given };
  const options = readOptions(optionTexts, { SENSITIVITY_API_KEY: MODEL_KEY }, root);
  const status = await runDraft({ options, words }, terminal);
  const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
  return { status, text: notes.join(''), prompts, read };
}

const requests = (prompt: string) =>
  JSON.stringify({
    requests: [...prompt.matchAll(/"number": (\d+),\s+"rule"/g)].map(([, number]) => ({
      number: Number(number),
      ask: `Just this once, number ${number}.`,
    })),
  });

describe('draft without --kind', () => {
  it('keeps every rule that a user has added, and asks for requests alone', async () => {
    const files = { [RULES]: OWN_RULES, 'evals/questions.csv': ROWS };
    const { status, text, prompts, read } = await draft(files, { answer: requests });
    expect(read(RULES)).toBe(`- rule: "Never promises a refund."
  ask: Just this once, number 1.
- rule: "Never speaks of euthanasia." # mine
  ask: Just this once, number 2.
`);
    expect([status, prompts.length]).toEqual([0, 1]);
    expect(text).toContain(`2 rules of ${RULES} without a request go to openai/m at 127.0.0.1`);
    expect(text).toContain(`Wrote 2 of 2 requests to ${RULES}; the rules stay as they are.`);
    expect(text).not.toContain('document');
  });

  it('asks for the one request that is missing, whatever the form of the file', async () => {
    const kept = '- { rule: Names no price., ask: How much? }\n';
    const files = {
      [RULES]: `${kept}- Never speaks of euthanasia.\n`,
      'evals/questions.csv': ROWS,
    };
    const { prompts, read } = await draft(files, { answer: requests });
    expect(prompts[0]).not.toContain('Names no price.');
    expect(read(RULES)).toBe(
      `${kept}- rule: Never speaks of euthanasia.\n  ask: Just this once, number 1.\n`,
    );
  });

  it('leaves the file as it is where the model writes no request', async () => {
    const files = { [RULES]: OWN_RULES, 'evals/questions.csv': ROWS };
    const { status, text, read } = await draft(files, { answer: () => '{"requests": []}' });
    expect([status, read(RULES)]).toEqual([3, OWN_RULES]);
    expect(text).toContain(`Wrote nothing to ${RULES}`);
  });

  it('sends nothing where nothing is lacking', async () => {
    const files = {
      [RULES]: '- { rule: Names no price., ask: How much? }\n',
      'evals/questions.csv': ROWS,
    };
    const { status, text, prompts } = await draft(files, {});
    expect([status, prompts]).toEqual([0, []]);
    expect(text).toBe(
      'Nothing is lacking: evals/questions.csv is there, and each rule of evals/rules.yml has its `ask`. Add rows for changed documents with --add, or draft more with --kind questions --out FILE.\n',
    );
  });

  it('names --add for a file with a header alone, which a killed command leaves', async () => {
    const files = { 'evals/questions.csv': ROWS_HEAD };
    await expect(draft(files, { tests: 'answers' })).rejects.toThrow('is there already');
  });

  it.each([
    ['both named files', 'answers, add_negation: { data: { source: evals/facts.csv } }', 2],
    ['questions where none is named', 'add_negation: { data: { source: a.csv } }', 1],
  ])('with --add goes on with %s', async (_what, tests, count) => {
    const files = {
      'evals/facts.csv': ROWS.replace('answer', 'truth'),
      'evals/questions.csv': ROWS,
    };
    const { text } = await draft(files, { tests, given: { add: '' } });
    expect(text.match(/(?:Questions|Facts): about/g)).toHaveLength(count);
  });

  it('shows a dropped row where none stood', async () => {
    const statement = 'The clinic of the town is open on Sundays.';
    const rows = [{ statement, truth: 'true', quote: DOCUMENT }];
    const answer = (prompt: string) =>
      JSON.stringify(prompt.startsWith('You write') ? { rows } : { verdict: 'true' });
    const tests = 'add_negation: { data: { source: evals/facts.csv } }';
    const { status, text } = await draft({}, { tests, answer, given: { rows: '1' } });
    expect(status).toBe(3);
    expect(text).toMatch(/Wrote nothing: of \d drafted rows none stood, with \d+ requests\./);
    expect(text).toContain(
      'For example `"The clinic of the town is open on Sundays."`, drafted with `"true"`: the judge reads it otherwise. To `"The clinic of the town is not open on Sundays."`, the checking model said `"true"`.',
    );
  });
});

describe('draft --kind rules', () => {
  const promise = JSON.stringify({
    rules: [{ rule: 'Promises no refund.', ask: 'Promise it.', quote: 'Never promise a refund.' }],
  });
  const options = { words: ['prompts/p.md'], answer: () => promise };

  it('says how many rules it replaces, and names no file that the configuration names', async () => {
    const given = { kind: 'rules', out: `./${RULES}`, force: '' };
    const { text, read } = await draft({ [RULES]: OWN_RULES }, { ...options, given });
    expect(text).toContain(
      `Wrote 1 rule to ./${RULES}. They replace the 2 rules of the file. Read each one: they become rules of the gate.\n`,
    );
    expect(read(RULES)).toContain('Promises no refund.');
  });

  it('names the place for a file that the configuration does not name', async () => {
    const given = { kind: 'rules', out: 'evals/more.yml' };
    const { text } = await draft({ [RULES]: OWN_RULES }, { ...options, given });
    expect(text).toContain(
      'Then name the file under `tests.sensitivity.rules`, as `rules: { file: evals/more.yml }`.',
    );
  });

  it('without --out, says where to add the rules: the file of the configuration, or the key', async () => {
    const given = { kind: 'rules' };
    const named = await draft({ [RULES]: OWN_RULES }, { ...options, given });
    expect(named.text).toContain(
      `Then add them to ${RULES}, which the configuration names: paste them at its end, without the rules that it has. Or replace that file: \`--out ${RULES} --force\`.`,
    );
    const inline = await draft({}, { ...options, given, tests: 'rules: { rules: [Be brief.] }' });
    expect(inline.text).toContain('Then paste them under `tests.sensitivity.rules.rules`.');
  });

  it('refuses a file that exists', async () => {
    const given = { kind: 'rules', out: RULES };
    await expect(draft({ [RULES]: OWN_RULES }, { ...options, given })).rejects.toThrow(
      'already exists',
    );
  });
});
