import { parse } from 'yaml';
import { HUB_NAMES, HUBS } from '../../src/models/hubs/addresses.ts';
import { ruleOnWorkTree } from '../../src/trust/ruling.ts';
import { jsonl } from '../support/run-config.ts';
import { PROMPT, PROMPT_PATH, ROWS_PATH, rows } from '../support/desk.ts';
import { git, put } from '../support/repository.ts';
import { CONFIG_PATH } from '../support/gate.ts';
import { many } from '../report/fixtures.ts';
import { KEY, folder, modelServer, sensitivity } from './support.ts';

const WORKFLOW = '.github/workflows/sensitivity.yml';

interface Step {
  uses: string;
  with?: Record<string, unknown>;
  env?: object;
}
interface Workflow {
  on: { pull_request: object };
  permissions: object;
  jobs: { sensitivity: { steps: Step[] } };
}
interface Config {
  model: Record<string, string>;
  data: {
    source: string;
    columns: { answer?: string; should?: string; options?: object };
  };
  tests: { sensitivity: { answers?: object; rules?: { rules: object } } };
}

async function init(
  files: Record<string, string> | string = {},
  words = ['--model', 'm'],
  env = {},
) {
  const root = typeof files === 'string' ? files : folder(files);
  const ended = await sensitivity(['init', '--yes', ...words], { root, env });
  const config = ended.files[CONFIG_PATH] ?? '';
  const workflow = parse(ended.files[WORKFLOW] ?? '') as Workflow;
  const written = parse(config) as Config;
  return { ...ended, config, written, workflow, text: ended.files[WORKFLOW] ?? '' };
}

const readWritten = async (root: string) =>
  (await ruleOnWorkTree({ root, configPath: CONFIG_PATH, overrides: {}, env: {} })).config;

it.each(HUB_NAMES.filter((hub) => hub !== 'http'))(
  '%s: the files are what a run reads',
  async (hub) => {
    const needsAddress = HUBS[hub].baseURL === undefined && !HUBS[hub].isLocal;
    const address = needsAddress ? ['--base-url', 'https://models.example.com/v1'] : [];
    const model = hub === 'reference' ? 'attentive' : 'some/model:1';
    const { status, root, workflow } = await init({}, ['--hub', hub, '--model', model, ...address]);
    expect(status).toBe(0);
    const config = await readWritten(root);
    const limit = hub.endsWith('openai') ? 'max_completion_tokens' : 'max_tokens';
    expect(config.subject.model).toMatchObject({ hub, name: model, parameters: { [limit]: 512 } });
    expect(config.tests.map(({ test }) => test.name)).toEqual([
      'add_negation',
      'add_toxic_words',
      'refusal',
    ]);
    const gate = workflow.jobs.sensitivity.steps.find(({ uses }) =>
      uses.includes('sensitivity-action'),
    );
    const [variable] = HUBS[hub].keyVariables;
    expect(gate?.env).toEqual(
      variable === undefined ? undefined : { [variable]: `\${{ secrets.${variable} }}` },
    );
    if (needsAddress) expect(gate?.with?.['allowed-hosts']).toContain('models.example.com');
  },
);

it.each([
  [
    'the key of an address of its user',
    ['--base-url', 'http://127.0.0.1:8790/v1'],
    '127.0.0.1:8790',
  ],
  ['hosts that are named', ['--allowed-hosts', 'a.example GATEWAY_KEY'], 'a.example GATEWAY_KEY'],
])('grants %s', async (_what, words, host) => {
  const { workflow, stdout } = await init({}, ['--model', 'm', ...words], {
    SENSITIVITY_API_KEY: 'k',
  });
  const inputs = workflow.jobs.sensitivity.steps.flatMap(
    (step) => step.with?.['allowed-hosts'] ?? [],
  );
  const own = words.includes('--base-url') ? ' SENSITIVITY_API_KEY' : '';
  expect(inputs).toEqual([`${host}${own}`]);
  expect(stdout).toContain(`HOSTS="${host}${own}"`);
});

it('a grant for the host of the model names its key in the workflow', async () => {
  const words = ['--base-url', 'https://a.example/v1', '--allowed-hosts', 'a.example GATEWAY_KEY'];
  const { workflow, stdout } = await init({}, ['--model', 'm', ...words]);
  const envs = workflow.jobs.sensitivity.steps.flatMap(({ env = [] }) => env);
  expect(envs).toEqual([{ GATEWAY_KEY: expect.stringContaining('secrets.GATEWAY_KEY') }]);
  expect(stdout).toContain('gh secret set GATEWAY_KEY');
});

it('documents fill their placeholder, not the passages of drafted rows', async () => {
  const files = {
    'evals/q.csv': rowsOf('text,answer,passage'),
    'help/a.md': 'Fact.',
    [PROMPT_PATH]: '{help} {text}',
  };
  const { config, written } = await init(files);
  expect(config).toContain('help: { files: "help/*.md" }');
  expect(written.data.columns).toBeUndefined();
});

it('writes a workflow that no one can move, which keeps no token and says why it may what', async () => {
  const { workflow, text } = await init();
  const { steps } = workflow.jobs.sensitivity;
  const others = steps.filter(({ uses }) => !uses.includes('sensitivity-action'));
  for (const { uses } of others) expect(uses).toMatch(/^actions\/[\w/-]+@[0-9a-f]{40}$/);
  expect(text.match(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/gm)).toHaveLength(others.length);
  expect(steps[0]?.with).toEqual({ 'persist-credentials': false });
  expect(workflow.on.pull_request).toEqual({
    branches: ['main'],
    types: ['opened', 'synchronize', 'reopened', 'edited'],
  });
  expect(Object.keys(workflow.permissions)).toEqual(['contents', 'pull-requests']);
  for (const name of Object.keys(workflow.permissions))
    expect(text).toMatch(new RegExp(`${name}: \\w+ +# \\w`));
  const names = ['cache/restore', 'cache/save', 'upload-artifact'];
  for (const name of names) expect(text).toContain(`actions/${name}@`);
});

it('takes prompt and rows as they stand, and sends nothing', async () => {
  const model = await modelServer();
  const files = { [PROMPT_PATH]: PROMPT, [ROWS_PATH]: rows() };
  const words = ['--model', 'm', '--base-url', `${model.url}/v1`];
  const { status, root, config, text, stdout } = await init(files, words, { OPENAI_API_KEY: KEY });
  const read = await readWritten(root);
  expect(read.subject.texts.prompt).toEqual({ text: PROMPT.trimEnd(), file: PROMPT_PATH });
  expect(read.tests.map(({ test, data }) => [test.name, data.source])).toEqual([
    ['add_negation', ROWS_PATH],
    ['add_toxic_words', ROWS_PATH],
  ]);
  expect(config).toMatch(/^# .*id, text, options, answer$/m);
  expect([status, model.requests.length]).toEqual([0, 0]);
  expect(text + stdout).not.toMatch(/secrets\.|--hub http/);
});

const rowsOf = (columns: string, count = 20) =>
  `${columns}\n${`${columns.replace(/decline/, 'no').replaceAll(/\w{3,}/g, 'x')}\n`.repeat(count)}`;
const BOUND = 'You are a bot.\nBe kind. Answer only from the help pages.';
const built = 'builtin:multiple-choice';
const WITH_WORDS = ['answers', 'add_toxic_words'];

it.each<[columns: string, file: string, prompt: string, mapped: object, tests: string[]]>([
  [
    'ticket,good_reply,id',
    'kb/cases.csv',
    'Hi',
    { text: 'ticket', answer: 'good_reply' },
    WITH_WORDS,
  ],
  ['headline,label', 'data/train.csv', 'Hi', { text: 'headline', answer: 'label' }, WITH_WORDS],
  ['text,answer,help', 'evals/q.csv', '{help} {text}', { fill: { help: 'help' } }, WITH_WORDS],
  [
    'text,answer,passage',
    'evals/q.csv',
    '{help} {text}',
    { fill: { help: 'passage' } },
    WITH_WORDS,
  ],
  ['ticket,answer', 'evals/q.csv', 'Sort {{ ticket }}', { text: 'ticket' }, WITH_WORDS],
  ['text,options,answer', 'evals/q.csv', 'Hi', {}, ['add_negation', 'add_toxic_words']],
  ['text,options,answer', 'evals/q.csv', BOUND, {}, WITH_WORDS],
  ['text,topic,id', 'evals/q.csv', 'Hi', {}, ['add_toxic_words']],
  ['question', 'evals/q.csv', 'Hi', { text: 'question' }, ['add_toxic_words']],
  ['text,answer,mail', 'evals/q.csv', '{mail}', { fill: { mail: 'mail' } }, WITH_WORDS],
  ['text,answer,decline', 'q.csv', 'Hi', { should: 'decline' }, WITH_WORDS],
])(
  'maps the columns of %s in %s, and asks what the prompt %j can answer',
  async (columns, name, prompt, mapped, tests) => {
    const files = { [name]: rowsOf(columns), [PROMPT_PATH]: prompt };
    const { config, written } = await init(files);
    const keys = Object.keys(mapped).length > 0 ? { columns: mapped } : {};
    expect(written.data).toEqual({ source: name, ...keys });
    expect(config.includes(' prompt_file:')).toBe(/text|ticket/.test(prompt));
    expect(Object.keys(written.tests.sensitivity)).toEqual(tests);
  },
);

it.each<[what: string, files: Record<string, string>, prompt?: string, source?: string]>([
  [
    'the likeliest',
    {
      'notes.md': 'x',
      'a/prompt.txt': 'x',
      'docs/system.txt': 'You are a bot.',
      'a/x.csv': rowsOf('text,b,c'),
      'qa/x.csv': rowsOf('text,answer,c'),
    },
    'docs/system.txt',
    'qa/x.csv',
  ],
  [
    'no fixture, lock, help page or page about the project',
    {
      'tests/fixtures/prompt.txt': BOUND,
      'node_modules/p/prompt.txt': BOUND,
      'README.md': BOUND,
      'help/a.md': 'You are a customer.',
      'package-lock.json': '[{"text":"x"}]',
    },
  ],
  [
    'no list of something else',
    { 'package.json': '{}', 'list.json': '[1,2]', 'broken.csv': 'a"b,"', 'x.csv': rowsOf('a,b,c') },
  ],
])('finds %s in the whole tree', async (_name, files, prompt, source = built) => {
  const { model, data } = (await init(files)).written;
  expect([model.prompt_file ?? model.system_prompt_file, data.source]).toEqual([prompt, source]);
});

it('sends the documents that a prompt speaks of, or names the line', async () => {
  const files = { 'bot/prompt.md': BOUND, 'docs/b.md': 'y', 'help/a.md': 'x' };
  const variables = { help: { files: 'help/*.md' } };
  for (const prompt of [BOUND, `${BOUND} {help}`, 'Use {{ help }}: {{ question }}']) {
    const { config, root, written } = await init({ ...files, 'bot/prompt.md': prompt });
    expect(written).toMatchObject({ model: { variables } });
    if (prompt === BOUND) expect(config).toMatch(/system_prompt: .*instructions.*help/);
    if (prompt.startsWith(BOUND)) expect(config).not.toMatch(/add_negation|refusal/);
    await readWritten(root);
  }
});

it.each<[what: string, files: Record<string, string>, parts: string[]]>([
  [
    'what the prompt says of documents',
    { 'bot/\u001Bprompt.md': BOUND },
    ['prompt.md:2', 'help pages', 'fill: [help]'],
  ],
  [
    'documents that no prompt sends, and web pages',
    { 'bot/prompt.md': 'Be kind. {{ tone }}', 'kb/a.md': 'x', 'kb/b.html': 'x' },
    ['kb/*.md', 'kb/*.html', 'fill: [help]'],
  ],
  [
    'an answer that is a word for declining, and the columns of all rows',
    { '\u001Bq.jsonl': '{"text":"Hi","answer":"Ho"}\n{"text":"Who","answer":"Decline.","id":1}' },
    ['q.jsonl:2', 'text, answer, id'],
  ],
])('names %s', async (_name, files, parts) => {
  const { stdout, config } = await init(files);
  for (const part of parts) expect(stdout + config).toContain(part);
  expect(stdout).not.toMatch(/undefined|\u001B/);
});

function tracked(files: Record<string, string>) {
  const root = folder(files);
  git(root, 'init');
  git(root, 'add', '.');
  return root;
}

const CODE = 'chat(model="gpt-9-mini")\u001B]0;x\u0007\n';

it.each([
  ['one model', CODE, 'gpt-9-mini'],
  ['two', `${CODE}x = model or "gpt-7"`, 'YOUR-MODEL'],
  ['a condition', 'model: a > 1 ? "gpt-7" : "gpt-8"', 'YOUR-MODEL'],
  ['a condition behind it', 'model = "gpt-7" if a else "gpt-8"', 'YOUR-MODEL'],
])('takes what code has for %s, and says where', async (_name, code, name) => {
  const root = tracked({ 'src/bot.py': code, 'tests/a.py': 'model="gpt-6"' });
  const { stdout, written } = await init(root, []);
  expect(written.model).toMatchObject({ hub: 'openai', name });
  expect(stdout).toContain('src/bot.py:1');
  expect(stdout).not.toContain('\u001B');
});

/** Lines of code, each with the name that it sets for a model that answers. */
const LINES: [file: string, line: string, name?: string][] = [
  ['a.py', 'chat(model="gpt-1", temperature=0)', 'gpt-1'],
  ['b.py', 'MODEL = os.environ.get("LLM_MODEL", "gpt-2")', 'gpt-2'],
  ['c.py', 'llm = ChatOpenAI(model_name=settings.model or "a/b-3:free")', 'a/b-3:free'],
  ['d.py', 'def ask(model: str = "gpt-4"): pass', 'gpt-4'],
  ['a.ts', "generateText({ model: openai('gpt-5') })", 'gpt-5'],
  ['b.tsx', 'const model = process.env.MODEL ?? "gpt-6";', 'gpt-6'],
  ['a.go', 'Model: openai.F("gpt-7"), // of the bot', 'gpt-7'],
  ['a.rb', 'client.chat(parameters: { "model" => `gpt-8` })', 'gpt-8'],
  ['A.java', '.modelId("anthropic.claude-9")', 'anthropic.claude-9'],
  ['e.py', '# model="old-1"'],
  ['f.py', 'model = "Customer"'],
  ['g.py', 'EMBEDDING_MODEL = "text-2"'],
  ['h.py', 'client.create(model="text-embedding-3-small")'],
  ['i.py', 'judge_model = "gpt-3"'],
  ['j.py', 'self.model.train("set-4")'],
  ['k.md', 'model="gpt-5"'],
  ['bot.test.ts', 'model: "gpt-6"'],
];

it('finds each name of a model that answers', async () => {
  const root = tracked(Object.fromEntries(LINES.map(([file, line]) => [file, `\n${line}\n`])));
  const { stdout } = await init(root, []);
  const found = stdout.matchAll(/^Found in your code: (\S+?):2:.*?([^\s"'`]+)["'`]$/gm);
  expect(Array.from(found, ([, file, name]) => [file, name]).sort()).toEqual(
    LINES.flatMap(([file, , name]) => (name === undefined ? [] : [[file, name]])).sort(),
  );
});

it.each(['src/bot.py', 'none.md'])('writes no configuration with the prompt %s', async (prompt) => {
  const { status, config } = await init({ 'src/bot.py': CODE }, ['--prompt', prompt]);
  expect([status, config]).toEqual([2, '']);
});

const SORTER = 'You sort mails: billing, delivery or no reply.';
const sorted = (column: string, labels: readonly string[], count = 20) =>
  [
    `id,text,${column}`,
    '0,Not labelled yet,',
    ...many(count, (i) => `${i},Hi ${i},${labels[(i - 1) % labels.length]}`),
    '',
  ].join('\n');

it.each<[what: string, column: string, labels: readonly string[], rows: number, test: object]>([
  ['a column of labels', 'label', ['billing', 'delivery', 'no reply'], 20, { min_pass_rate: 0.85 }],
  [
    'values that the prompt names',
    'expected',
    ['billing', 'delivery'],
    20,
    { min_pass_rate: 0.85 },
  ],
  ['labels in few rows', 'label', ['billing', 'true'], 8, { must: 'all' }],
])(
  'takes %s for options, which no word is added to',
  async (_name, column, labels, count, test) => {
    for (const prompt of [SORTER, `${SORTER} {{ text }}`]) {
      const files = { 'evals/q.csv': sorted(column, labels, count), 'prompts/p.md': prompt };
      const { config, root, written } = await init(files);
      expect(written).toMatchObject({
        data: { columns: { answer: column, options: labels } },
        tests: { sensitivity: { answers: test } },
      });
      expect(config).not.toMatch(/^ *(?:add_|refusal)|\{team\}/m);
      const read = await readWritten(root);
      // The prompt names the options, so they are not sent again.
      if (!labels.includes('true'))
        expect(read.subject.texts.prompt?.text).toMatch(/\{\{ \w+ \}\}$/);
    }
  },
);

it.each<[what: string, column: string, prompt: string, columns: object, sample: string]>([
  ['the name of the column', 'ticket', '{{ ticket }}', {}, 'ticket'],
  ['another name', 'ticket', '{{message}}', { fill: { message: 'ticket' } }, 'message'],
  ['text in single braces', 'ticket', '{{mail}} {id}', { fill: { mail: 'ticket' } }, 'mail'],
  ['two names', 'ticket', '{{mail}} {{ id }}', { fill: { mail: 'ticket', id: 'id' } }, 'mail'],
  ['another name of a usual column', 'question', '{mail}', { fill: { mail: 'question' } }, 'mail'],
])(
  'sends the sample where the prompt has %s',
  async (_name, column, placeholder, columns, sample) => {
    const labelled = sorted('queue', ['billing', 'delivery']).replace(/.*yet,\n/, '');
    const rowOfText = labelled.replace('text', column);
    const prompt = `Answer with exactly one word: billing or delivery.\n${placeholder}`;
    const files = { 'evals/q.csv': rowOfText, 'prompts/p.md': prompt };
    const { config, root, stdout, written } = await init(files);
    const options = ['billing', 'delivery'];
    expect(written).toMatchObject({
      model: { prompt_file: 'prompts/p.md' },
      data: { columns: { text: column, answer: 'queue', options, ...columns } },
    });
    expect(config).not.toMatch(/prompt:|variables|YOUR-V/);
    expect(stdout).toContain(`{${sample}} in the prompt is the text`);
    const checked = await sensitivity(['check', '--offline'], { root });
    expect(checked).toMatchObject({ status: 0, stdout: expect.stringContaining('delivery.\nHi') });
  },
);

it('sends built-in rows where the prompt has the sample', async () => {
  const files = { 'prompts/p.md': 'You are kind. Customer: {{ message }}\n{{ options }}' };
  const { written, root } = await init(files);
  expect(written.data.columns).toEqual({ fill: { message: 'text' } });
  const { status, stderr } = await sensitivity(['check', '--offline'], { root });
  expect([status, stderr]).toEqual([0, '']);
});

it.each([
  ['what all rows share', 'Be kind. Today is {{ date }}.', '{ date: YOUR-VALUE }'],
  ['a document', '{{ policy }} {{ table }}', 'policy: YOUR-VALUE, table: YOUR-VALUE'],
])('takes no placeholder for the sample: %s', async (_name, prompt, values) => {
  const { config } = await init({ 'prompts/p.md': prompt });
  expect([config.includes('system_prompt_file'), config.includes(values)]).toEqual([true, true]);
});

it('lets rows decline by a column only where they have no answer', async () => {
  for (const [answer, should] of [['', 'escalate'], ['A colleague calls.']] as const) {
    const text = `text,answer,escalate\nHi,Ho,false\nHelp,${answer},true\n`;
    const { written } = await init({ 'evals/q.csv': text });
    expect(written.data.columns?.should).toBe(should);
  }
});

it('leaves a value for the prompt where there are rows of a product alone', async () => {
  const table = 'text,answer\nHi,Ho\n';
  const files = { 'evals/q.csv': table, 'app.py': 'PROMPT = "You are a bot."' };
  expect((await init(files)).written.model.system_prompt_file).toBe('YOUR-PROMPT.md');
  expect((await init()).config).not.toContain('YOUR-PROMPT');
});

const tickets = (head: string, ...values: string[][]) =>
  [
    head,
    ...many(20, (i) => [`Hi ${i}`, ...values.map((ones) => ones[i % ones.length])].join(',')),
    '',
  ].join('\n');
const QUEUES = ['billing', 'delivery'];
const LANGUAGES = ['Danish', 'Norwegian', 'Faroese'];

it.each<[what: string, table: string, column: string | undefined]>([
  ['any name', tickets('ticket,sec**tion', QUEUES), 'sec**tion'],
  ['a name of numbers', tickets('ticket,category_id', QUEUES), 'category_id'],
  ['the likelier name', tickets('ticket,tongue,queue', LANGUAGES, QUEUES), 'queue'],
  ['no name for certain', tickets('ticket,tongue,part', LANGUAGES, QUEUES), undefined],
  ['what speaks of the row', tickets('ticket,language', LANGUAGES), undefined],
  [
    'too many values',
    tickets(
      'ticket,section',
      many(11, (i) => `label ${i}`),
    ),
    undefined,
  ],
  [
    'ten values in twenty rows',
    tickets(
      'ticket,section',
      many(10, (i) => `l ${i}`),
    ),
    'section',
  ],
  ['numbers', tickets('ticket,section', ['1', '2']), undefined],
  [
    '21 values',
    sorted(
      'section',
      many(21, (i) => `label ${i}`),
      42,
    ).replace('text', 'ticket'),
    undefined,
  ],
  [
    'options of each row beside it',
    tickets('ticket,options,section', ['a | b'], QUEUES),
    undefined,
  ],
  ['answers beside it', tickets('ticket,reply,queue', ['Ho.', 'No.'], QUEUES), undefined],
])('finds labels by their values: %s', async (_name, text, column) => {
  const { written, stdout } = await init({ 'evals/q.csv': text });
  const { options, answer } = written.data.columns;
  expect(options && answer).toBe(column);
  expect(stdout).toContain(answer ?? '?');
  expect(stdout.includes('data.columns.answer')).toBe(!answer);
});

it.each([
  ['Answer with exactly one word.', true, 'label'],
  ['Answer with the label only.', true, 'label'],
  ['Reason first, then name the label.', false, 'label'],
  ['Answer in JSON, with one word in "name".', false, 'label'],
  ['Sort the "ticket". Answer in JSON, with one word in "label".', true, '{"label": "{label}"}'],
])('names no judge where the label alone is asked for: %s', async (prompt, isAlone, answer) => {
  const files = { 'evals/q.csv': tickets('ticket,label', QUEUES), 'prompts/p.md': prompt };
  const { config, written } = await init(files);
  expect(written.data.columns).toMatchObject({ answer });
  const judge = isAlone ? { judge: 'off' } : {};
  const { answers } = written.tests.sensitivity;
  expect(answers).toEqual({ min_pass_rate: 0.85, ...judge });
  for (const part of ['judge: off', '`must`']) expect(config).toMatch(new RegExp(`# .*${part}`));
});

const OBJECTS = many(20, (i) => ({ team: QUEUES[i % 2], urgent: i > 9 }));
const CELLS = OBJECTS.map((one) => `"${JSON.stringify(one).replaceAll('"', '""')}"`);

it.each([
  ['q.jsonl', jsonl(OBJECTS.map((expected) => ({ text: 'Hi', expected }))), 'expected'],
  ['q.csv', tickets('text,expected', CELLS), 'expected'],
  [
    'flat.csv',
    tickets('text,team,urgent', QUEUES, ['true', 'false', 'false']),
    '{"team": "{team}", "urgent": {urgent}}',
  ],
])('reads JSON by rule: %s', async (name, text, answer) => {
  const files = { [name]: text, 'p/prompt.md': 'Answer in JSON with "team" and "urgent".' };
  const { config, written } = await init(files);
  expect(written).toMatchObject({
    data: { columns: { answer } },
    tests: { sensitivity: { answers: { judge: 'off' } } },
  });
  expect(config).not.toMatch(/options:|^ *add_/m);
});

it('takes answers of a bot for no options', async () => {
  const files = { 'evals/q.csv': sorted('answer', ['Yes.', 'No.']), 'prompts/p.md': SORTER };
  expect((await init(files)).config).not.toContain('options:');
});

it.each([58, 59])(
  'knows texts by a part of their name, and asks all of 59 rows: %s',
  async (count) => {
    const line = (i: number) => `${i},Page ${i} of it,Where is parcel ${i}?,${QUEUES[i % 2]}`;
    const text = ['ticket_id,context,customerQuestion,queue', ...many(count, line), ''].join('\n');
    const { config } = await init({ 'q.csv': text, 'prompt.md': 'Answer with one word.' });
    expect(config).toContain('text: customerQuestion, answer: queue');
    expect(config.includes('beta: 0.001')).toBe(count > 58);
  },
);

it.each([
  ['critical', 22, true, true],
  ['critical', 23, true, false],
  ['urgent', 22, true, false],
  // A column with values other than true and false does not say which rows must hold.
  ['critical', 22, '1 high', false],
])('counts rows that must hold by %s apart: of %d, %s', async (name, count, yes, areFew) => {
  const line = (i: number) => `Hi ${i},Ho,${i < 4 ? yes : false}`;
  const { config } = await init({
    'evals/must: q.csv': [`text,answer,${name}`, ...many(count, line)].join('\n'),
  });
  const isNamed = config.includes('must: critical');
  const isMust = name === 'critical' && yes === true;
  expect([isNamed, config.includes('min_pass_rate: 0.95')]).toEqual([isMust, areFew]);
  expect(config.includes('must: COLUMN')).toBe(!isMust);
});

it.each([
  ['forty', rowsOf('text,answer,id', 40), { must: 'all' }],
  ['more', rowsOf('text,answer,id', 41), { min_pass_rate: 0.85 }],
  [
    'more, with numbers that pandas wrote',
    [',text,answer', ...many(41, (i) => `1${i},Hi ${i},Ho`), ''].join('\n'),
    { min_pass_rate: 0.85 },
  ],
])('lets each answer hold unless rows are many: %s', async (_name, data, answers) => {
  const files = { 'evals/q.csv': data, 'prompts/p.md': 'Hi' };
  const { written, root } = await init(files);
  expect(written.tests.sensitivity.answers).toMatchObject(answers);
  await readWritten(root);
});

it('asks an app for no prompt and no base, and names a judge, without which nothing runs', async () => {
  const files = { 'evals/q.jsonl': jsonl(many(20, (i) => ({ question: `${i}?`, answer: 'So.' }))) };
  const words = ['--hub', 'http', '--model', 'app', '--prompt', 'prompts/p.md'];
  const app = { ...files, 'prompts/p.md': BOUND };
  const {
    config,
    written,
    text,
    root,
    stdout: told,
  } = await init(app, words, {
    SENSITIVITY_API_KEY: KEY,
  });
  expect(written).toMatchObject({
    model: { hub: 'http', name: 'app', body: { question: '{prompt}' }, answer: '/answer' },
    judge: { hub: 'openai', name: 'YOUR-JUDGE' },
  });
  expect(config).not.toMatch(/prompt_file|variables|compare|^ *parameters/m);
  // docs/your-product.md prints the same.
  expect(config + text + told).toMatch(
    /"Bearer \$\{OPENAI_API_KEY\}"[^]*# - run:[^]*uses: \S+sensitivity-action[^]*hosts: "127\S+:8080", header-\S+ "OPENAI_API_KEY 127[^]*--header-variables "OPENAI/,
  );
  expect(told.split('secret set')).toHaveLength(2);
  put(root, { [CONFIG_PATH]: config.replace(/^judge.*\n/m, '') });
  for (const line of ['check --offline', 'run']) {
    const { status, stdout, stderr } = await sensitivity(line.split(' '), { root });
    expect([status, stdout + stderr]).toEqual([2, expect.stringContaining('needs a judge')]);
  }
});

it('leaves a value for a placeholder that nothing fills', async () => {
  const { written, root } = await init({ [PROMPT_PATH]: 'Say {{ tone }}: {{ question }}' });
  const variables = { tone: 'YOUR-VALUE' };
  expect(written.model).toMatchObject({ prompt_file: PROMPT_PATH, variables });
  for (const line of ['check --offline', 'run']) {
    const { status, stdout, stderr } = await sensitivity(line.split(' '), { root });
    expect([status, stdout + stderr]).toEqual([2, expect.stringMatching(/yml:\d+:\d+.*tone/)]);
  }
});

it('writes what a name says, and no YAML of it', async () => {
  const name = 'a: [b]\n# "c" {d}';
  expect((await init({}, ['--model', name])).written.model.name).toBe(name);
});

it('takes the local main before the current branch', async () => {
  const root = folder();
  git(root, 'init', '-b', 'main');
  git(root, 'commit', '--allow-empty', '-m', 'first');
  git(root, 'checkout', '-b', 'topic');
  const { workflow } = await init(root);
  expect(workflow.on.pull_request).toMatchObject({ branches: ['main'] });
});

it('overwrites nothing without --force', async () => {
  const files = { [CONFIG_PATH]: 'mine\n' };
  const refused = await init(files);
  expect([refused.status, refused.files]).toEqual([2, files]);
  const forced = await init(files, ['--force']);
  expect([forced.status, forced.config.includes('mine')]).toEqual([0, false]);
});

it('names the options that answer where no one can', async () => {
  const { status, stderr, files } = await sensitivity([
    'init',
    '--hub',
    'openai',
    '--data',
    'none',
  ]);
  expect([status, files]).toEqual([2, {}]);
  for (const option of ['--yes', '--model', '--prompt']) expect(stderr).toContain(option);
});

const ANSWERS = [
  ['Who runs', ''],
  ['Name of', 'own-1'],
  ['The prompt', ''],
  ['Your own rows', ''],
] as const;

it('asks what to take, sends nothing, and names the commands that write rows and rules', async () => {
  const model = await modelServer();
  const files = {
    'bot/prompt-YOUR-a.md': BOUND,
    'help/a.md': 'Returns are free.',
    '\u001B]0;.md': '',
  };
  const words = ['init', '--base-url', `${model.url}/v1`];
  // The address says who runs the model.
  const answers = ANSWERS.slice(1);
  const { root, status, stdout } = await sensitivity(words, { root: folder(files), answers });
  expect([status, model.requests]).toEqual([0, []]);
  for (const part of ['draft FOLDER', 'draft PROMPT', 'suggest --write', 'help/*.md', '0;.md'])
    expect(stdout).toContain(part);
  for (const part of ['Replace each', '\u001B]']) expect(stdout).not.toContain(part);
  put(root, { 'evals/q.csv': rowsOf('text,answer,id'), 'evals/rules.yml': '- Is kind.\n' });
  const again = await init(root, ['--force', ...words.slice(1), '--model', 'm']);
  expect(again.stdout).not.toMatch(/draft (?:FOLDER|PROMPT)/);
  expect(again.written).toMatchObject({
    data: { source: 'evals/q.csv' },
    tests: { sensitivity: { rules: { rules: { file: 'evals/rules.yml' } } } },
  });
});

it('writes nothing where Ctrl-C answers a question', async () => {
  const { status, files } = await sensitivity(['init'], { answers: [['Who runs', '\u0003']] });
  expect([status, files]).toEqual([2, {}]);
});

it('names the key without which nothing is sent, and takes a model beside those of the code', async () => {
  const root = tracked({ 'src/bot.py': `${CODE}x = model or "gpt-7"` });
  const { stdout, files } = await sensitivity(['init'], { root, answers: ANSWERS });
  expect(stdout).toContain('OPENAI_API_KEY');
  expect(files[CONFIG_PATH]).toContain('name: own-1\n');
});

const LABELLED = {
  'evals/q.csv': tickets('ticket,label', QUEUES),
  'prompts/p.md': 'Answer with exactly one word: billing or delivery.',
};

it('measures the model at an address of its user, with its key', async () => {
  // Half of the rows are right.
  const { url, requests } = await modelServer({ answer: () => 'billing' });
  const words = ['--measure', '--model', 'm', '--base-url', `${url}/v1`];
  const { status } = await init(LABELLED, words, { SENSITIVITY_API_KEY: KEY });
  expect([status, requests.length]).toEqual([1, 20]);
});

it('gives no key to an address that only the configuration names', async () => {
  const words = ['--measure', '--hub', 'http'];
  const { status, stderr } = await init(LABELLED, words, { OPENAI_API_KEY: KEY });
  expect([status, stderr]).toEqual([2, expect.stringContaining('127.0.0.1:8080')]);
});
