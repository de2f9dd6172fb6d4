/**
 * Prompts with columns of the rows, for a bot that answers from {context} alone: `validate`,
 * `plan`, `run` and pull requests.
 */
import type { Plan } from '../../src/report/story/plan.ts';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import type { ModelServer } from '../support/model-server.ts';
import {
  BASE,
  CONFIG_PATH,
  FORK,
  gitHub,
  MODEL_KEY,
  modelServer,
  pullRequest,
  scenario,
} from '../support/scenario.ts';
import { isRubric, replyTo } from '../support/rubric.ts';
import { desk } from './desk.ts';

const COLOURS = ['red', 'blue', 'green', 'white'];
/** Eight questions on 40 passages: some rows differ only in the filled values. */
const ROWS = Array.from({ length: 40 }, (_, number) => {
  const colour = COLOURS[number % 4]!;
  const claimed = number % 8 < 4 ? colour : COLOURS[(number + 1) % 4]!;
  return {
    text: `The door is ${claimed}.`,
    passage: `Shop ${number} was painted by its owner.\nIts door has a coat of ${colour} paint.`,
    truth: claimed === colour,
    note: 'n',
  };
});
const jsonl = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join('\n');

/** A model that answers from the document in its prompt. */
const groundedModel = () =>
  modelServer({
    answer: (prompt, { body }) => {
      if (isRubric(prompt))
        return replyTo(prompt, ({ answer }) => /\b(true|false)\b/.exec(answer)![1]!);
      const asked = (body as { messages: { content: string }[] }).messages
        .map(({ content }) => content)
        .join('\n');
      const colour = /a coat of (\w+) paint/.exec(asked)?.[1];
      const claim = /The door is (not )?(?:\w+ )??(red|blue|green|white)/.exec(prompt);
      if (asked.includes('Ignore it.')) return 'True';
      if (colour === undefined || !claim) return 'I do not know.';
      const isTrue = (claim[2] === colour) === (claim[1] === undefined);
      if (asked.includes('At length.')) return `Well, I would call that ${isTrue} by what I read.`;
      return isTrue ? 'True' : 'False';
    },
  });

const ASK = 'True or False only? {text}';
const configOf = (
  { url }: Pick<ModelServer, 'url'>,
  prompts: string,
  { data = '', more = '' } = {},
) => `model:
  hub: openai
  name: m
  base_url: "${url}/v1"
  retries: 0
${prompts
  .split('\n')
  .map((line) => `  ${line}`)
  .join('\n')}
data: ${data || '{ source: q.jsonl, columns: { fill: { context: passage } } }'}
tests: { sensitivity: { add_negation: { min_pass_rate: 0.85 } } }
${more}`;

type Written = { prompts: string; data?: string; files?: Record<string, string> };

async function deskWith({ prompts, data, files }: Written) {
  const model = await groundedModel();
  const made = await desk({
    files: {
      'sensitivity.yml': configOf(model, prompts, { data }),
      'q.jsonl': jsonl(ROWS),
      ...files,
    },
    env: { OPENAI_API_KEY: MODEL_KEY },
  });
  return { model, ...made };
}

const messagesOf = ({ requests }: ModelServer) =>
  requests.map(({ body }) => (body as { messages: { role: string; content: string }[] }).messages);

const GOOD: [form: string, written: Written][] = [
  ['a prompt', { prompts: `prompt: "Document: {context}\\n${ASK}"` }],
  [
    'a prompt with double braces, and a list of columns',
    {
      prompts: 'prompt: "Document: {{ passage }}\\nTrue or False only? {{ text }}"',
      data: '{ source: q.jsonl, columns: { fill: [passage] } }',
    },
  ],
  ['a system prompt', { prompts: `system_prompt: "Document: {context}"\nprompt: "${ASK}"` }],
  [
    'a system prompt with double braces, and JSON beside them',
    { prompts: `system_prompt: 'Document: {{ context }} {"a": 1}'\nprompt: "${ASK}"` },
  ],
  [
    'files, with a variable for the tone',
    {
      prompts:
        'prompt_file: ask.txt\nsystem_prompt_file: system.txt\nvariables: { tone: { file: tone.txt }, context: none }',
      files: {
        'ask.txt': `${ASK}\n`,
        'system.txt': 'Be {tone}. Document: {context}\n',
        'tone.txt': 'brief\n',
      },
    },
  ],
];

it.each(GOOD)('rows fill %s', async (form, written) => {
  const { model, cli } = await deskWith(written);
  const valid = await cli('check', '--offline', '--config', 'sensitivity.yml');
  expect(`${valid.stdout}${valid.stderr}`).toContain('is valid');
  expect(valid.stdout).toMatch(/fill = `"passage"`; not read: `"note"`/);
  const planned = await cli('check', '--offline', '--config', 'sensitivity.yml');
  expect(planned.stdout).toMatch(
    /add_negation sends \(q\.jsonl:\d+\):\n(?: .*\n)*? {4}.*Document: Shop \d+ was painted by its owner\.\n {4}Its door has a coat of \w+ paint\./,
  );
  expect(planned.stdout).toMatch(/\n {4}True or False only\? The door is \w+\.\n/);
  expect([valid.exitCode, planned.exitCode, model.requests.length]).toEqual([0, 0, 0]);

  const ran = await cli('run', '--config', 'sensitivity.yml');
  expect(`${ran.exitCode} ${ran.stdout}${ran.stderr}`).toMatch(/^0 [^]*pass/);
  const sent = messagesOf(model).map((messages) =>
    messages.map(({ content }) => content).join('\n'),
  );
  // What is filled in is never perturbed, and rows of one question are not merged.
  expect(sent.every((text) => /Its door has a coat of \w+ paint\./.test(text))).toBe(true);
  expect(new Set(sent.map((text) => /Shop \d+ was/.exec(text)?.[0])).size).toBeGreaterThan(15);
  expect(sent.some((text) => text.includes('The door is not '))).toBe(true);
  if (form.includes('JSON')) expect(sent[0]).toContain('{"a": 1}');
  if (form.includes('tone')) expect(sent[0]).toMatch(/^Be brief\. Document: Shop/);
});

it('a variable fills the prompts of a built-in set, which has no columns', async () => {
  const { model, cli } = await deskWith({
    prompts: `prompt: "{context}\\n${ASK}"\nsystem_prompt: "Mind {context}."\nvariables: { context: { file: faq.md } }`,
    data: '{ source: "builtin:statements", columns: { fill: { context: passage } } }',
    files: { 'faq.md': '# Doors\n\nThey are open.\n' },
  });
  const planned = await cli('check', '--offline', '--config', 'sensitivity.yml');
  expect(planned.stdout).toMatch(/Mind # Doors\n\n? *\n? {4}They are open\.\./);
  await cli('run', '--config', 'sensitivity.yml');
  const [system, user] = messagesOf(model)[0]!;
  expect(system!.content).toBe('Mind # Doors\n\nThey are open..');
  expect(user!.content).toMatch(/^# Doors\n\nThey are open\.\nTrue or False only\? /);
});

const BAD: [what: string, written: Written, says: RegExp][] = [
  [
    'a placeholder that nothing fills',
    { prompts: 'prompt: "{document} {text}"' },
    /^ *sensitivity\.yml:6:11: .*model\.prompt.*unknown placeholder `"\{document\}"`/m,
  ],
  [
    'a placeholder that no column and no variable fills',
    {
      prompts: 'prompt: "{context} {text}"',
      data: '{ source: "builtin:statements", columns: { fill: { context: passage } } }',
    },
    /^ *sensitivity\.yml:6:\d+: nothing fills \{context\} of the prompt for add_negation/m,
  ],
  [
    'the same in a system prompt of a file',
    {
      prompts: 'system_prompt_file: s.txt',
      files: { 's.txt': 'By {context}.' },
      data: '{ source: "builtin:statements", columns: { fill: { context: passage } } }',
    },
    /^ *sensitivity\.yml:6:\d+: nothing fills \{context\} of the system prompt/m,
  ],
  [
    'the key of a row under another name',
    {
      prompts: 'prompt: "{hint} {text}"',
      data: '{ source: q.jsonl, columns: { truth: note, fill: { hint: note } } }',
    },
    /the column `"note"` cannot fill a prompt: data\.columns\.truth reads it/,
  ],
  [
    'a column that the data lacks',
    {
      prompts: 'prompt: "{context} {text}"',
      data: '{ source: q.jsonl, columns: { fill: { context: passages } } }',
    },
    /The data has no column `"passages"`, which data\.columns\.fill names\. Did you mean `"passage"`\?/,
  ],
  [
    'a cell that is no text',
    {
      prompts: 'prompt: "{context} {text}"',
      files: { 'q.jsonl': jsonl([{ ...ROWS[0]!, passage: ['One.'] }]) },
    },
    /q\.jsonl:1: The column `"passage"` holds a list, not a text/,
  ],
  [
    'a variable in a file that is not there',
    { prompts: 'variables: { tone: { file: tone.txt } }' },
    /^ *sensitivity\.yml:6:\d+: there is no file `"tone\.txt"`/m,
  ],
  [
    'a variable in a binary file',
    { prompts: 'variables: { tone: { file: t.txt } }', files: { 't.txt': 'a\0b' } },
    /the file of a variable `"t\.txt"` is a binary file/,
  ],
  [
    'a variable in a large file',
    { prompts: 'variables: { tone: { file: t.txt } }', files: { 't.txt': 'a'.repeat(100_001) } },
    /the file of a variable `"t\.txt"` has 100001 bytes[^]*At most 100000 bytes/,
  ],
];

it.each(BAD)('%s is one error before a request', async (_what, written, says) => {
  const { model, cli } = await deskWith(written);
  for (const command of ['check', 'run']) {
    const { exitCode, stdout, stderr } = await cli(command, '--config', 'sensitivity.yml');
    expect(`${stdout}${stderr}`).toMatch(says);
    expect(`${stdout}${stderr}`).not.toContain('Also:');
    expect(exitCode).toBe(2);
  }
  expect(model.requests).toEqual([]);
});

it('a variable in a file that is a link out of the checkout is an error', async () => {
  const { model, cli, folder, write } = await deskWith({
    prompts: 'variables: { tone: { file: tone.txt } }',
  });
  await write('../secret.txt', 'secret');
  await symlink(path.join(folder, '../secret.txt'), path.join(folder, 'tone.txt'));
  const { exitCode, stdout, stderr } = await cli('run', '--config', 'sensitivity.yml');
  expect(`${stdout}${stderr}`).toContain('lies outside of the checkout');
  expect([exitCode, model.requests.length]).toEqual([2, 0]);
});

it('a contrast set on documents passes with its passages unchanged', async () => {
  const rows = ROWS.map(({ passage, truth, text }, number) => {
    const colour = COLOURS[number % 4]!;
    const other = truth ? COLOURS[(number + 2) % 4]! : colour;
    return { passage, text, truth, perturbed: `The door is ${other}.`, perturbed_answer: !truth };
  });
  const { model, cli, write } = await deskWith({
    prompts: `prompt: "{context}\\n${ASK}"`,
    files: { 'q.jsonl': jsonl(rows) },
  });
  const written = configOf(model, `prompt: "{context}\\n${ASK}"`);
  await write('sensitivity.yml', written.replace('add_negation', 'contrast'));
  const ran = await cli('run', '--config', 'sensitivity.yml');
  expect(`${ran.exitCode} ${ran.stdout}${ran.stderr}`).toMatch(/^0 [^]*pass/);
  const sent = messagesOf(model).map(([user]) => user!.content);
  expect(sent.every((text) => /a coat of \w+ paint\.\n/.test(text))).toBe(true);
});

it('a judge sees the question and the answer without the filled values', async () => {
  const { model, cli } = await deskWith({
    prompts: 'prompt: "Document: {context}\\nAt length. {text}"',
  });
  const ran = await cli('run', '--config', 'sensitivity.yml');
  expect(`${ran.exitCode} ${ran.stdout}${ran.stderr}`).toMatch(/^0 [^]*pass/);
  const judged = messagesOf(model)
    .map((messages) => messages.at(-1)!.content)
    .filter((prompt) => isRubric(prompt) && prompt.includes('I would call that'));
  expect(judged.length).toBeGreaterThan(20);
  for (const prompt of judged) {
    expect(prompt).toContain('The door is');
    expect(prompt).not.toMatch(/Document|paint|At length/);
  }
});

it('rows of a test whose own data fills nothing are an error', async () => {
  const { model, cli, write } = await deskWith({ prompts: 'prompt: "{context} {text}"' });
  const own = '{ data: { source: q.jsonl } }';
  const written = configOf(model, 'prompt: "{context} {text}"');
  await write('sensitivity.yml', written.replace(/add_negation:.*/, `add_negation: ${own} } }`));
  const { exitCode, stdout, stderr } = await cli('run', '--config', 'sensitivity.yml');
  expect(`${stdout}${stderr}`).toMatch(
    /ask the same question with different keys[^]*data\.columns\.fill: \{ context: passage \}/,
  );
  expect([exitCode, model.requests.length]).toEqual([2, 0]);
});

it('a column that no prompt shows is named', async () => {
  const rows = ROWS.map((row, number) => ({
    ...row,
    text: `${row.text.slice(0, -1)} at ${number}.`,
  }));
  const { cli } = await deskWith({
    prompts: `prompt: "${ASK}"`,
    files: { 'q.jsonl': jsonl(rows) },
  });
  for (const command of [['check', '--offline'], ['run']]) {
    const { stdout, stderr } = await cli(...command, '--config', 'sensitivity.yml');
    expect(`${stdout}${stderr}`).toContain('no prompt has {context}');
  }
});

it('plan counts the file of a variable in each request', async () => {
  const tokens = async (size: number) => {
    const { cli } = await deskWith({
      prompts: `system_prompt: "{context}"\nprompt: "{faq} ${ASK}"\nvariables: { faq: { file: faq.md } }`,
      files: { 'faq.md': 'a'.repeat(size) },
    });
    const { stdout } = await cli('check', '--offline', '--config', 'sensitivity.yml', '--json');
    const { plan } = JSON.parse(stdout) as { plan: Plan };
    return plan.sections[0]!;
  };
  const [small, large] = [await tokens(100), await tokens(40_100)];
  expect(large.prompt_tokens! - small.prompt_tokens!).toBeCloseTo(10_000 * large.most, -3);
});

describe('a pull request', () => {
  const NO_FILL = '{ source: q.jsonl }';
  const PLAIN = `prompt: "${ASK}"`;
  const FILLED = `prompt: "Document: {context}\\n${ASK}"`;

  async function pull({
    base,
    head,
    rows = {},
    event = pullRequest(),
    more = 'evaluation: { compare: base }',
  }: {
    base: Written;
    head: Written;
    rows?: { base?: unknown[]; head?: unknown[] };
    event?: ReturnType<typeof pullRequest>;
    more?: string;
  }) {
    const model = await groundedModel();
    const github = await gitHub();
    const filesOf = ({ prompts, data, files }: Written, own: unknown[] = ROWS) => ({
      [CONFIG_PATH]: configOf(model, prompts, { data, more }),
      'q.jsonl': jsonl(own),
      ...files,
    });
    for (const [file, text] of Object.entries(filesOf(base, rows.base)))
      github.files.set(`${BASE}:${file}`, text);
    const ran = await scenario({ github, event, files: filesOf(head, rows.head) });
    return { model, ...ran };
  }

  it.each([
    ['of this repository', pullRequest()],
    ['of a fork', pullRequest(FORK)],
  ])(
    '%s with a column that the base does not fill is an error: merge the data first',
    async (_whose, event) => {
      const { model, outputs, stdout } = await pull({
        base: { prompts: PLAIN, data: NO_FILL },
        head: { prompts: FILLED },
        event,
      });
      expect(outputs.outcome).toBe('error');
      expect(stdout).toMatch(
        /fills \{context\} from the rows, but the rules of the base do not[^]*First merge a pull request/,
      );
      expect(model.requests).toEqual([]);
    },
  );

  it('that fills an unused column changes a rule, which is listed', async () => {
    const { outputs, report } = await pull({
      base: {
        prompts: FILLED.replace('{context}', 'Its door has a coat of red paint.'),
        data: NO_FILL,
      },
      head: { prompts: FILLED.replace('{context}', 'Its door has a coat of red paint.') },
      more: '',
    });
    expect(outputs.outcome).not.toBe('skipped');
    expect(report!.rules_changed).toEqual([
      {
        path: 'tests.sensitivity.add_negation.data.columns.fill.context',
        old: null,
        new: 'passage',
      },
    ]);
  });

  it('compares prompts that both sides fill from the rows', async () => {
    const { model, outputs, report } = await pull({
      base: { prompts: FILLED },
      head: { prompts: `system_prompt: "{context}"\n${PLAIN}` },
    });
    expect(outputs.outcome).toBe('pass');
    expect(report!.results[0]).toMatchObject({
      filled: { context: expect.stringMatching(/^Shop \d+/) },
      baseline: { pass: true },
    });
    expect(messagesOf(model).filter(([first]) => first!.role === 'system').length).toBeGreaterThan(
      0,
    );
  });

  it('that breaks a filled system prompt has the guilty line named', async () => {
    const lines = ['Document: {context}', 'Use it.', 'One.', 'Two.', 'Three.', 'Be brief.'];
    const prompts = (text: string[]) => ({
      prompts: `system_prompt: ${JSON.stringify(text.join('\n'))}\n${PLAIN}`,
    });
    const { model, outputs, report } = await pull({
      base: prompts(lines),
      head: prompts(lines.with(1, 'Ignore it.').with(5, 'Be short.')),
    });
    expect(outputs.outcome).toBe('fail');
    const named = report!.attribution!.parts.filter((part) => part.named);
    expect(named).toMatchObject([{ field: 'system_prompt', line: 2, head: ['Ignore it.'] }]);
    expect(
      messagesOf(model).every(([system]) => / a coat of \w+ paint\./.test(system!.content)),
    ).toBe(true);
  });

  it.each(['pair', 'triplet'])(
    'whose base needs a column that the rows lack is inconclusive under method: %s',
    async (method) => {
      const fixed = FILLED.replace('{context}', 'Its door has a coat of red paint.');
      const rows = ROWS.map(({ text, note }, number) => ({
        text: `${text.slice(0, -1)} at ${number}.`,
        note,
        truth: text.includes('red'),
      }));
      const { outputs, summary } = await pull({
        base: { prompts: FILLED },
        head: { prompts: fixed, data: NO_FILL },
        rows: { head: rows },
        more: `evaluation: { compare: base, method: ${method} }`,
      });
      expect(summary).toContain(
        'It cannot be compared with the base: its prompt has <code>{context}</code>, which the rows of this run do not fill.',
      );
      expect(summary).toContain('Give the rows the columns that the prompts of the base fill');
      expect(outputs.outcome).toBe('inconclusive');
    },
  );

  it('that changes the file of a variable changes the subject', async () => {
    const written = (text: string) => ({
      prompts: `variables: { context: { file: faq.md } }\n${FILLED}`,
      data: '{ source: "builtin:statements", columns: { fill: { context: passage } } }',
      files: { 'faq.md': text },
    });
    const { outputs, report } = await pull({
      base: written('It is so.'),
      head: written('So it is.'),
    });
    expect(outputs.outcome).not.toBe('skipped');
    expect(report!.changed_subject).toEqual([
      { path: 'variables.context', old: 'It is so.', new: 'So it is.' },
    ]);
  });
});
