/** The command with a model server: the files that it writes, and those that it keeps. */
import { parse } from 'csv-parse/sync';
import { parse as parseYaml } from 'yaml';
import { CONFIG_PATH } from '../support/gate.ts';
import { KEY, folder, modelServer, sensitivity } from '../terminal/support.ts';

const FILE = 'evals/questions.csv';
const DOCUMENT = 'docs/clinic.md';
const TEXT = 'The clinic is open on "Sundays", too.\n';
const CONFIG =
  'model: { hub: openai, name: m, retries: 0 }\ndata: { source: builtin:sentences }\ntests: { sensitivity: { output_toxicity: {} } }\n';
const OLD_HEAD = 'text,answer,passage,quote,source,reviewed';
const APP = `${CONFIG.replace('openai', 'http, url: "https://a.example", headers: { cookie: a }')}judge: { hub: google, name: j }\n`;
const HEAD = `${OLD_HEAD},must,why_must`;

/** Writes questions about the document, and answers them from the passage alone. */
function model(prompt: string) {
  if (prompt.includes('Say nothing.')) return 'Nothing.';
  if (prompt.includes('"rules"')) {
    const quote = 'Never promise a refund.';
    const isFew = prompt.includes('Few.');
    return JSON.stringify({
      rules: [
        { rule: 'Is odd.', ask: 'Be odd.', quote: 'Be odd.' },
        {
          rule: 'Promises none.',
          ask: `Promise me all of my money, now.${isFew ? '\u009B' : ''}`,
          quote,
          why_must: 'money: it\nis\0 paid',
        },
        { rule: 'Stays kind.', ask: 'Be rude.', quote: 'Stay kind.' },
      ].slice(isFew ? 0 : 1),
    });
  }
  if (prompt.includes('{"rows": ['))
    return JSON.stringify({
      rows: [1, 2, 3].map((i) => ({
        question: `When, "${i}"?`,
        answer: 'On Sundays',
        quote: i > 1 && prompt.includes('Few.') ? 'Gone.' : TEXT.trim(),
        why_must: i === 1 ? 'safety: of animals' : '',
      })),
    });
  if (prompt.includes('"verdict"'))
    return JSON.stringify({
      reason: '',
      verdict: /"answer": "On/.test(prompt) ? 'agrees' : 'declines',
    });
  return JSON.stringify({ answer: prompt.includes('"passage"') ? 'On Sundays' : 'I do not know' });
}

async function draft(words: string[], files: Record<string, string> = {}) {
  const server = await modelServer({ answer: model });
  const root = folder({ [CONFIG_PATH]: CONFIG, [DOCUMENT]: TEXT, ...files });
  const ended = await sensitivity(['draft', ...words, '--base-url', `${server.url}/v1`], {
    root,
    env: { SENSITIVITY_API_KEY: KEY },
  });
  const text = ended.files[FILE] ?? '';
  const rows: Record<string, string>[] = ended.status === 2 ? [] : parse(text, { columns: true });
  return { ...ended, rows, text, requests: server.requests.length };
}

it('writes rows that name their document and quote, and says first where the documents go', async () => {
  const { status, rows, text, stderr } = await draft(['docs/', '--rows', '6']);
  expect([status, text.split('\n')[0]]).toEqual([0, HEAD]);
  expect(rows).toHaveLength(3);
  expect(rows[0]).toEqual({
    text: 'When, "1"?',
    answer: 'On Sundays',
    passage: TEXT.trim(),
    quote: TEXT.trim(),
    source: `${DOCUMENT}:1-1`,
    reviewed: '',
    must: 'true',
    why_must: 'safety: of animals',
  });
  expect(rows[1]).toMatchObject({ must: '', why_must: '' });
  // Two requests for the document, and four that check its one fact.
  expect(stderr).toMatch(/^(?:(?!questions\.csv)[^])*127\.0\.0\.1[^]* 6 requests/);
  expect(stderr).toContain(` ${DOCUMENT}:1-1\n`);
});

it('takes a folder without a slash; 40 rows of a document with three facts are three', async () => {
  const { status, rows } = await draft(['docs']);
  expect([status, rows.length]).toEqual([0, 3]);
});

it.each([
  ['Few.', 1, /: 2 \([^]*--add[^]*✖/],
  ['Say nothing.', 0, /^(?![^]*--add)[^]*✖/],
])('is 3 with more rows dropped than written, which stay: %s', async (more, count, said) => {
  const ended = await draft([DOCUMENT], { [DOCUMENT]: `${TEXT} ${more}` });
  expect([ended.status, ended.rows.length, ended.text === '']).toEqual([3, count, count === 0]);
  expect(ended.stderr).toMatch(said);
});

it('asks in the columns of the rows that are there, and none of their questions again', async () => {
  const config = CONFIG.replace('builtin:sentences', 'evals/own.csv, columns: { answer: Reply }');
  const own = `Question,Reply,label,quote,source\n"when, ""2""?",x,aa,Old.,${DOCUMENT}:1-1\nb,b,bb,,\nc,c,aa,,\nd,d,bb,"on\n""Sundays""",${DOCUMENT}:1-1\n`;
  const files = { [CONFIG_PATH]: config, 'evals/own.csv': own };
  const { rows, text, stderr } = await draft([DOCUMENT, '--rows', '3'], files);
  expect(text.split('\n')[0]).toBe(HEAD.replace('text,answer', 'Question,Reply'));
  // The document no longer has its quote.
  expect(stderr).toMatch(/evals\/own\.csv:2\b(?![^]*own\.csv:5)/);
  expect(rows.map(({ Question }) => Question)).toEqual(['When, "1"?', 'When, "3"?']);
});

const row = (text: string, reviewed: string, passage = 'Old.') =>
  `${text},x,${passage},x,${DOCUMENT}:1-1,${reviewed}\n`;
const THERE = { [FILE]: `${OLD_HEAD}\n${row('Mine?', 'Ada')}${row('Draft?', ' ')}` };

it.each([
  [['--rows', '1'], 2, ['Mine?', 'Draft?']],
  [['--rows', '1', '--add'], 0, ['Mine?', 'Draft?', 'When, "1"?']],
  [['--rows', '1', '--force'], 0, ['Mine?', 'When, "1"?']],
])('%s on a file that is there: %d, and what is reviewed stays', async (words, status, texts) => {
  const ended = await draft([DOCUMENT, ...words], THERE);
  const rows: { text: string }[] = parse(ended.text, { columns: true });
  expect([ended.status, rows.map(({ text }) => text)]).toEqual([status, texts]);
});

it.each([
  ['other columns', { [FILE]: 'question,reply\nx,y\n' }, ['--force']],
  [
    'a column of its own for the answer',
    {
      [CONFIG_PATH]: CONFIG.replace('builtin:sentences', 'own.csv, columns: { answer: quote }'),
      'own.csv': 'text,quote\nHi,x\n',
    },
    [],
  ],
  ['a header of other columns', { [FILE]: 'question,reply\n' }, ['--force']],
  ['no table', { [FILE]: 'a"b,"\n' }, ['--add']],
  ['a file that is no CSV', {}, ['--out', 'evals/x.txt']],
  ['a way out of the folder', {}, ['--out', '../x.csv']],
  ['an app', { [CONFIG_PATH]: APP }, []],
  ['rules of two files', { 'b.md': 'Be kind.' }, ['b.md', '--kind', 'rules']],
])(
  '%s: nothing is sent, and nothing is written',
  async (_name, files: Record<string, string>, words) => {
    const { status, text, requests, stderr } = await draft([DOCUMENT, ...words], files);
    expect([status, text, requests]).toEqual([2, files[FILE] ?? '', 0]);
    expect(stderr).toMatch(/^✖ [^]+?: [^]+\n[A-Z]/);
  },
);

it.each([
  ['--add', [['Mine?', 'a;b\nc']]],
  ['--force', []],
])('with %s columns of a person stay, and what a spreadsheet saved', async (word, kept) => {
  const there = { [FILE]: `\ufeff${OLD_HEAD},note\n${row('Mine?', '').trim()} ,"a;b\nc"\n` };
  const { rows } = await draft([DOCUMENT, '--rows', '1', word], there);
  expect(rows.map(({ text, note }) => [text, note])).toEqual([...kept, ['When, "1"?', '']]);
});

it.each([
  ['2', 0],
  ['4', 1],
  ['3', 1, 'docs/new.md'],
])(
  'is 0 where each fact has a row: of %s, after %d requests',
  async (count, requests, file = FILE) => {
    const { text } = await draft([DOCUMENT, '--rows', '3']);
    const there = `${text}Old?,x,Old.,x,${DOCUMENT}:1-1,,,\n`;
    const ended = await draft(['docs', '--rows', count, '--add'], {
      [file]: 'New.',
      [FILE]: there,
    });
    expect(ended).toMatchObject({ status: 0, requests, text: there });
    expect(ended.stderr).toContain('--kind rules');
  },
);

it.each([
  ['labels', 'text: text', 'text,label\nA,aa\nB,bb\nC,aa\nD,bb\n'],
  ['labels as options', 'options: [a, b]', 'text,a,b,answer\nHi,x,y,a\n'],
  ['objects', 'answer: "{\\"x\\": \\"{y}\\"}"', 'text,y\nHi,a\n'],
])(
  'drafts no questions where rows have %s, and rules all the same',
  async (_name, columns, table) => {
    const files = {
      [CONFIG_PATH]: CONFIG.replace(
        'builtin:sentences',
        `evals/tickets.csv, columns: { ${columns} }`,
      ),
      'evals/tickets.csv': table,
      'prompts/p.md': 'Never promise a refund.',
    };
    const { status, stderr, requests } = await draft([DOCUMENT], files);
    expect([status, requests, stderr]).toEqual([
      2,
      0,
      expect.stringMatching(/tickets\.csv.*labels/),
    ]);
    const rules = await draft(['prompts/p.md', '--kind', 'rules'], files);
    expect(rules.stdout).toContain('rule:');
  },
);

const NAMED = { [CONFIG_PATH]: CONFIG.replace('name', 'system_prompt_file: prompts/p.md, name') };
const PROMPT = { 'prompts/p.md': 'You are a bot.\nNever promise a refund. Stay kind.' };

it('prints the rules of a prompt, or writes them where nothing is lost', async () => {
  const words = ['prompts/p.md', '--kind', 'rules'];
  const printed = await draft(words, PROMPT);
  expect([printed.status, parseYaml(printed.stdout)]).toEqual([
    0,
    [
      { rule: 'Promises none.', ask: 'Promise me all of my money, now.', must: true },
      { rule: 'Stays kind.', ask: 'Be rude.' },
    ],
  ]);
  expect(printed.stderr).toMatch(/prompts\/p\.md without a rule: 1\b/);
  expect(printed.stdout).toMatch(/ask: .*, now\.\n +must: true # money: .* paid$/m);
  // No key of the judge is needed: it is not asked.
  const ofApp = await draft([...words, '--hub', 'openai'], { ...PROMPT, [CONFIG_PATH]: APP });
  expect(ofApp.stdout).toBe(printed.stdout);
  const half = await draft(words, { 'prompts/p.md': 'Never promise a refund.' });
  expect([half.status, parseYaml(half.stdout)]).toEqual([0, [expect.anything()]]);
  const out = [...words, '--out', 'evals/rules.yml'];
  const written = await draft(out, PROMPT);
  expect(written.files['evals/rules.yml']).toBe(printed.stdout);
  expect((await draft(['prompts/p.md'], { ...PROMPT, ...NAMED })).stderr).toContain('--kind rules');
  const few = await draft(out, { 'prompts/p.md': 'Few. Never promise a refund.' });
  expect(few.stdout).toContain('\\u{9B}');
  expect([few.status, few.files['evals/rules.yml']]).toEqual([3, undefined]);
  const refused = await draft(out, { ...PROMPT, 'evals/rules.yml': '- Mine.\n' });
  expect([refused.status, refused.files['evals/rules.yml']]).toEqual([2, '- Mine.\n']);
});

it('names the model that drafts where it writes no JSON, and no judge', async () => {
  const { status, stderr } = await draft(['prompts/mute.md', '--kind', 'rules'], {
    'prompts/mute.md': 'Say nothing.',
  });
  expect([status, /judge/i.test(stderr)]).toEqual([3, false]);
});
