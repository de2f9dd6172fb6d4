/** Tricks that would turn a worse model green. Each is an error, a warning, or has no effect. */
import { CONFIG_PATH, pullRequestOf } from '../support/gate.ts';
import { git, type Tree } from '../support/repository.ts';
import { times } from '../support/times.ts';
import {
  eventAt,
  fork,
  gateConfig,
  gateFiles,
  rulingOn,
  PROMPT,
  PROMPT_PATH,
  QUESTIONS,
  ROWS_PATH,
  rows,
  type Story,
  type Told,
} from './support.ts';
import written from './ways.json' with { type: 'json' };

const POINTER = 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n';

/** The configuration with more keys under `model`. */
const model = (more: string): Tree => ({
  [CONFIG_PATH]: gateConfig().replace('retries: 1', `retries: 1\n  ${more}`),
});
const replaced = (old: string, now: string): Tree => ({
  [CONFIG_PATH]: gateConfig().replace(old, now),
});
const submodule =
  (folder: string): Story['then'] =>
  (origin, { head }) => {
    git(origin, 'checkout', '--quiet', 'change');
    git(origin, 'rm', '-r', '--quiet', '--ignore-unmatch', folder);
    git(origin, 'update-index', '--add', '--cacheinfo', `160000,${head},${folder}`);
    git(origin, 'commit', '--quiet', '--message', 'submodule');
  };

const BOT = 'src/bot.py';
const CALL = 'chat(model="desk-model", open(`prompts/desk.md`))';
const OTHER_CALL = 'chat(model="desk-model-mini", open(`prompts/new-desk.md`))';
const APP = gateFiles({ [BOT]: CALL });
const PAGES = {
  'help/a.md': 'red',
  'help/long.md': '# Returns\nIn Zürich, returns are taken for thirty days.\n',
};

const REFUSED: [way: string, Story, RegExp][] = [
  ...written.refused.map(({ way, file, content, words }): (typeof REFUSED)[number] => [
    way,
    { head: { [file]: content } },
    new RegExp(words),
  ]),
  [
    'has a link as a folder',
    { head: { ...replaced('prompts/', 'linked/'), linked: { link: 'prompts' } } },
    /link/,
  ],
  ['leads out of the repository', { head: replaced(PROMPT_PATH, '../../etc/passwd') }, /passwd/],
  [
    'has its prompt in a submodule',
    { then: submodule('prompts'), checkout: () => 'change' },
    /submodule/,
  ],
  ['has rows outside', { base: gateFiles(replaced(ROWS_PATH, '../q.jsonl')) }, /q\.jsonl/],
  ['reads its prompt from rows', { head: replaced(PROMPT_PATH, ROWS_PATH) }, /questions/],
  [
    'reads a variable from rows',
    {
      base: gateFiles({ 'evals/notes.txt': 'What? red\n', ...replaced(ROWS_PATH, 'evals/*.txt') }),
      head: model('variables: { notes: { file: evals/notes.txt } }'),
    },
    /notes\.txt/,
  ],
  [
    'reads its prompt from the rows of the base alone',
    {
      base: gateFiles({
        'evals/rows.txt': 'What? {text}\n',
        ...replaced(ROWS_PATH, 'evals/rows.txt'),
      }),
      head: replaced(PROMPT_PATH, 'evals/rows.txt'),
    },
    /rows\.txt/,
  ],
  ...written.sent.map(({ what, refused, ...line }): (typeof REFUSED)[number] => [
    `is a fork with ${what}`,
    { event: fork, head: replaced(line.old, line.now) },
    new RegExp(`fork.*${refused}`),
  ]),
  [
    'is a fork with another address, and a prompt that is named as the model',
    {
      event: fork,
      head: {
        ...model(`base_url: https://evil.example/v1\n  variables: { help: { file: model } }`),
        model: PROMPT,
      },
    },
    /fork.*base_url/,
  ],
  ['is a fork that wants its own rules', { event: fork, configRef: 'head' }, /config-ref/],
  ['is a fork before any rules', { event: fork, base: { a: 'x' }, head: gateFiles() }, /merged/],
  [
    'has a base with a pointer',
    { base: gateFiles({ [CONFIG_PATH]: POINTER }), head: replaced('x', 'x') },
    /main.*LFS|LFS.*main/,
  ],
  [
    'has a base with a broken file',
    { base: gateFiles({ [CONFIG_PATH]: 'model: [' }), head: replaced('x', 'x') },
    /At main/,
  ],
  [
    'has a base that is gone',
    {
      then: (origin, { base }) => {
        git(origin, 'branch', '-D', 'main');
        git(origin, 'update-ref', '-d', `refs/x/${base}`);
      },
      checkout: ({ head }) => head,
    },
    /git fetch.*"fatal: /,
  ],
  [
    'adds rows where the workflow names its own',
    {
      left: { 'out.jsonl': rows() },
      head: { 'out.jsonl': rows() },
      overrides: { data: 'out.jsonl' },
    },
    /out\.jsonl/,
  ],
  [
    'brings rows in a submodule where the workflow names its own',
    {
      then: submodule('out'),
      checkout: () => 'change',
      left: { 'out/rows.jsonl': rows() },
      overrides: { data: 'out/*.jsonl' },
    },
    /submodule/,
  ],
  [
    'is a fork, and the workflow names its own rows',
    { event: fork, left: { 'out.jsonl': rows() }, overrides: { data: 'out.jsonl' } },
    /out\.jsonl/,
  ],
];

it.each(REFUSED)('a head that %s is an error', async (_way, story, words) => {
  const reading = rulingOn(story).then(async ({ config, readRows }) => {
    for (const { data } of config.tests) await readRows(data);
  });
  await expect(reading).rejects.toMatchObject({
    message: expect.stringMatching(words),
    where: expect.stringMatching(/./),
    remedy: expect.stringMatching(/./),
  });
});

const WARNED: [way: string, Story, RegExp][] = [
  ...written.files.map(({ way, file, content, words }): (typeof WARNED)[number] => [
    way,
    { head: { [file]: content } },
    new RegExp(words),
  ]),
  [
    'edits the workflow of a push',
    {
      head: { '.github/workflows/gate.yml': 'on: push' },
      event: ({ head }) => eventAt('push', 'refs/heads/change', head),
    },
    /workflows\/gate\.yml/,
  ],
  ...written.sent.map(({ what, warned, ...line }): (typeof WARNED)[number] => [
    `sends ${what}`,
    { head: replaced(line.old, line.now) },
    new RegExp(warned),
  ]),
  [
    'hides its own field behind headers',
    {
      head: model(
        `headers: { ${times(12, (i) => `x-${i}: a`).join(', ')} }\n  parameters: { answer: yes }`,
      ),
    },
    /^(?=[^\n]*`"model\.headers"` \(12 )[^\n]*answer/,
  ],
  [
    'hides its workflow among other files',
    {
      base: gateFiles({ '.github/workflows/z.yml': 'on: push' }),
      head: {
        '.github/workflows/z.yml': 'on: []',
        ...Object.fromEntries(times(25, (i) => [`.github/workflows/a${i}.yml`, 'x'])),
      },
    },
    /edits [^,]*z\.yml/,
  ],
  [
    'writes answers into a variable',
    {
      head: {
        ...model('variables: { help: { file: help.txt } }'),
        [PROMPT_PATH]: `{help} ${PROMPT}`,
        'help.txt': QUESTIONS.map(({ text, answer }) => `${text} ${answer}`).join('\n'),
      },
    },
    /: 6\./,
  ],
  [
    'writes the question into its prompt and the answer into a variable',
    {
      head: {
        ...model('variables: { help: it is red }'),
        [PROMPT_PATH]: `${QUESTIONS[0]?.text} {help} ${PROMPT}`,
      },
    },
    /: 1\./,
  ],
  [
    'hides an answer in Chinese',
    {
      base: gateFiles({
        [ROWS_PATH]: rows([{ text: 'A套价格', answer: '九元' }, ...QUESTIONS]),
      }),
      head: { [PROMPT_PATH]: `请记住A套价格九元就行\n${PROMPT}` },
    },
    /: 1\./,
  ],
  [
    'splits the text over variables in another order',
    {
      head: {
        ...model('variables: { b: "lour of item 0? red", a: "What is the co" }'),
        [PROMPT_PATH]: `{a}{b}\n${PROMPT}`,
      },
    },
    /: 1\./,
  ],
  [
    'has a name of the text that decides how a variable is written',
    {
      base: gateFiles({
        ...replaced(ROWS_PATH, `${ROWS_PATH}, columns: { text: ticket }`),
        [ROWS_PATH]: rows(QUESTIONS.map(({ text, ...row }) => ({ ...row, ticket: text }))),
        [PROMPT_PATH]: '{ticket}',
      }),
      head: {
        [CONFIG_PATH]: gateConfig()
          .replace(ROWS_PATH, `${ROWS_PATH}, columns: { text: ticket }`)
          .replace('retries: 1', `variables: { a: x, b: "${QUESTIONS[0]?.text} red" }`),
        [PROMPT_PATH]: '{{{ticket}}} {{ b }} {\na\n}',
      },
    },
    /: 1\./,
  ],
  [
    'hides a text behind options that its row has not',
    { head: { [PROMPT_PATH]: `What is the col{options}our of item 0? red\n${PROMPT}` } },
    /: 1\./,
  ],
  [
    'writes the changed text of a test',
    {
      base: gateFiles({
        ...replaced('answers:', 'add_negation:'),
        [ROWS_PATH]: rows([{ text: 'The price of item 0 is fixed.', truth: true }]),
      }),
      head: { [PROMPT_PATH]: `The price of item 0 is not fixed.\n${PROMPT}` },
    },
    /: 1\./,
  ],
  [
    'is pointed at another branch',
    {
      event: (commits) =>
        pullRequestOf(commits, {
          base: { ref: 'weak', sha: commits.base, repo: { full_name: 'octo-org/octo-repo' } },
        }),
    },
    /weak/,
  ],
  ...written.code.map(({ way, more, file, before, now, words }): (typeof WARNED)[number] => [
    way,
    { base: { ...APP, ...PAGES, ...model(more), [file]: before }, head: { [file]: now } },
    new RegExp(words),
  ]),
  [
    'names another model and another prompt in its code, in a shallow clone',
    {
      base: APP,
      head: {
        [BOT]: OTHER_CALL,
        'src/test_bot.py': CALL,
        'src/link.py': { link: 'bot.py' },
        'src/long_config.json': CALL.padEnd(600_000),
      },
      checkout: ({ merge }) => merge,
    },
    /bot\.py.*"desk-model".*"desk\.md"/,
  ],
  [
    'is not what is checked out',
    { checkout: ({ base }) => base },
    /checkout holds commit [\da-f]{7},.* [\da-f]{7}\./,
  ],
];

it.each(WARNED)('a head that %s is told', async (_way, story, words) => {
  const { warnings } = await rulingOn(story);
  expect(warnings.join('\n')).toMatch(words);
});

const BY_BASE: [way: string, head: Tree, change: string | RegExp][] = [
  ...written.rules.map(({ way, old, now, change }): (typeof BY_BASE)[number] => [
    way,
    replaced(old, now),
    change,
  ]),
  [
    'reads other rows',
    { ...replaced(ROWS_PATH, 'evals/easy.jsonl'), 'evals/easy.jsonl': rows() },
    /source/,
  ],
  [
    'hides a minimum behind an anchor',
    {
      [CONFIG_PATH]: gateConfig()
        .replace('0.8', '*low')
        .replace('name: desk-model', 'name: desk-model\n  timeout: &low 1'),
    },
    /min_pass_rate/,
  ],
  ['removes rows', { [ROWS_PATH]: rows(QUESTIONS.slice(1)) }, ROWS_PATH],
  [
    'changes an answer',
    { [ROWS_PATH]: rows(QUESTIONS.map((row) => ({ ...row, answer: 'purple' }))) },
    ROWS_PATH,
  ],
  [
    'adds easy rows',
    { [ROWS_PATH]: rows([...QUESTIONS, { text: 'Red?', answer: 'red' }]) },
    ROWS_PATH,
  ],
];

it.each([
  [QUESTIONS[0]?.answer, []],
  ['purple', ['item-0']],
])('rows that move to another file are the same rows', async (answer, changed) => {
  const lines = QUESTIONS.map((row, i) => [row.id, row.text, i ? row.answer : answer].join());
  const { changes } = await rulingOn({
    head: {
      ...replaced(ROWS_PATH, 'evals/moved.csv'),
      [ROWS_PATH]: null,
      'evals/moved.csv': ['id,text,answer', ...lines].join('\n'),
    },
  });
  const lists = { added: [], removed: [], changed, no_longer_must: [] };
  expect(changes.rows).toEqual(changed[0] ? [{ source: 'evals/moved.csv', ...lists }] : []);
});

let usual: Told | undefined;

it.each(BY_BASE)('a head that %s is judged by the base, and listed', async (_way, head, change) => {
  usual ??= await rulingOn();
  const { config, readRows, changes, preview, ref } = await rulingOn({ head });
  expect(config.rules).toEqual(usual.config.rules);
  const { timeout, retries } = usual.config.subject.model;
  expect(config.subject.model).toMatchObject({ timeout, retries });
  const [test] = config.tests;
  expect(test && (await readRows(test.data)).rows.map(({ key }) => key)).toEqual(
    QUESTIONS.map(({ answer }) => ({ words: [answer] })),
  );
  const listed = [
    ...changes.rules.map(({ path }) => path),
    ...changes.rows.map(({ source }) => source),
  ];
  expect(listed.join('\n')).toMatch(change);
  expect([ref, preview === undefined]).toEqual(['base', false]);
});

it.each<[string, Story]>([
  ['an untracked configuration', { left: replaced('0.8', '0.1') }],
  ['untracked rows', { left: { [ROWS_PATH]: rows([]), 'evals/more.jsonl': rows([]) } }],
  [
    'a model and a prompt whose names move',
    { base: APP, head: { [BOT]: null, 'src/app.ts': CALL.replace('prompts/', '') } },
  ],
  ['a scripted model that stays', { base: gateFiles(replaced('openai', 'reference')) }],
  ['an untracked prompt', { left: { [PROMPT_PATH]: 'Say {text}' } }],
  ['a name in another case', { head: { '.github/Sensitivity.yml': 'x' }, config: CONFIG_PATH }],
  [
    'settings of the checkout',
    {
      checkout: ({ merge }) => merge,
      left: { '.git/config': '[url "file:///nowhere/"]\n\tinsteadOf = file://\n' },
    },
  ],
])('%s changes nothing', async (_way, story) => {
  const { config, told } = await rulingOn(story);
  usual ??= await rulingOn();
  expect(config.rules).toEqual(usual.config.rules);
  expect(config.subject.texts.prompt?.text).toContain('price list');
  expect(told.replace(/.*Sensitivity\.yml.*/, '')).toBe('');
});

it.each(['workflow_run', 'issue_comment', 'pull_request_review', 'check_run', ''])(
  'the event %p is an error that lists the others',
  async (name) => {
    const event = () => eventAt(name, 'refs/heads/main', 'a'.repeat(40));
    await expect(rulingOn({ event })).rejects.toMatchObject({
      remedy: expect.stringMatching(/pull_request, .*merge_group.*deployment/),
    });
  },
);
