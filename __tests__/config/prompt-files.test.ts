import { changedSubject } from '../../src/config/changes.ts';
import { variablesOf } from '../../src/config/prompts.ts';
import { recordsIn } from '../support/oracle.ts';
import { problemsOf, read, withModel } from './support.ts';

const MESSAGES =
  '[{"role":"system","content":"Be brief."},\n {"role":"user","content":"True? {{text}}"}]';
const PROMPTY = `---
name: support
model:
  api: chat
sample: { text: x }
---
system:
Be brief.

# user:
True? {{text}}
`;
const MODELS = `name: Ask
model: openai/gpt-x
modelParameters: { temperature: 0.2 }
messages:
  - role: system
    content: Be brief.
  - role: user
    content: |
      True?
      {{text}}
testData: [{ text: a }]
evaluators: []`;

const named = (file: string) => withModel(`prompt_file: ${file}`);
const readFile = (file: string, text: string) => read(named(file), { files: { [file]: text } });

type Found = [text: string, line: number];
const FILES: [file: string, text: string, system?: Found, prompt?: Found][] = [
  ['a.prompty', PROMPTY, ['Be brief.', 8], ['True? {{text}}', 11]],
  ['crlf.prompty', PROMPTY.replaceAll('\n', '\r\n'), ['Be brief.', 8], ['True? {{text}}', 11]],
  [
    'v2.prompty',
    '---\nmodel:\n  id: gpt-x\n  options: { temperature: 0 }\ntemplate: { format: jinja2, parser: prompty }\ninputs: {}\n---\n\nsystem[nonce=a]:\n\nBe brief.\nuser:\n{{text}}',
    ['Be brief.', 11],
    ['{{text}}', 13],
  ],
  ['bare.prompty', '---\nname: a\n---\nTrue? {{text}}', undefined, ['True? {{text}}', 4]],
  ['text-first.prompty', 'Be brief.\nuser:\n{text}', ['Be brief.', 1], ['{text}', 3]],
  ['a.prompt.yml', MODELS, ['Be brief.', 6], ['True?\n{{text}}', 9]],
  ['a.prompt.yaml', MODELS, ['Be brief.', 6], ['True?\n{{text}}', 9]],
  ['a.json', MESSAGES, ['Be brief.', 1], ['True? {{text}}', 2]],
  [
    'tabs.json',
    '[\n\t{\n\t\t"role": "user",\n\t\t"content": "\\ud83d\\ude00 {text}\\u0021"\n\t}\n]',
    undefined,
    ['\u{1F600} {text}!', 4],
  ],
  ['b.json', `{ "messages": ${MESSAGES}, "model": "m" }`, ['Be brief.', 1], ['True? {{text}}', 2]],
  [
    'chat.yaml',
    '- role: developer\n  content: Be brief.\n- { role: user, content: "{text}" }',
    ['Be brief.', 2],
    ['{text}', 3],
  ],
  [
    'merged.yml',
    '- &a { role: system, content: "{text}" }\n- { <<: *a, role: user }',
    ['{text}', 1],
    ['{text}', 1],
  ],
  ['only.json', '[{"role":"system","content":"Be brief."}]', ['Be brief.', 1]],
  ['front.md', '---\ntitle: A\nversion: 2\n---\n\nTrue? {text}\n', undefined, ['True? {text}', 6]],
  ['rule.md', '---\n\nTrue? {text}\n---\n', undefined, ['---\n\nTrue? {text}\n---', 1]],
  [
    'pair.yml',
    '- role: user\n  content: "threshold: (0, 1) {text}"',
    undefined,
    ['threshold: (0, 1) {text}', 2],
  ],
];

it.each(FILES)('%s has its texts and their lines', async (file, text, system, prompt) => {
  const { subject } = await readFile(file, text);
  const found = [subject.texts.system_prompt, subject.texts.prompt].map(
    (one) => one && [one.text, one.lines?.first ?? 1, one.file],
  );
  expect(found).toEqual([system, prompt].map((one) => one && [...one, file]));
  if (prompt) expect(subject.placeOf('prompt')).toBe(`${file}:${prompt[1]}:1`);
});

const chat = (...messages: [string, unknown][]) =>
  messages.map(([role, content]) => `- ${JSON.stringify({ role, content })}`).join('\n');

const REFUSED: [what: string, file: string, text: string, problem: RegExp][] = [
  ['a second user', 'a.yml', chat(['user', '{text}'], ['user', 'b']), /^a\.yml:2: .*\|.*system/],
  [
    'an assistant',
    'a.yml',
    chat(['system', 'a'], ['assistant', 'b'], ['user', '{text}']),
    /^a\.yml:2: .*assistant/,
  ],
  [
    'an assistant in a .prompty',
    'a.prompty',
    `${PROMPTY}assistant:\nYes.`,
    /^a\.prompty:13: .*assistant/,
  ],
  ['a role many times over', 'a.prompty', 'user:\n'.repeat(50_000), /^a\.prompty:2: /],
  ['an empty message', 'a.yml', chat(['system', ' '], ['user', '{text}']), /^a\.yml:1: /],
  [
    'a message of parts',
    'a.json',
    '[{"role":"user","content":[{"type":"text","text":"{text}"},{"type":"text","text":"b"}]}]',
    /^a\.json:1:\d+: `content`/,
  ],
  ['a list of texts', 'a.json', '["{text}"]', /^a\.json:1:2: .*mapping/],
  ['no messages', 'a.json', '{ "messages": [] }', /^a\.json:1:\d+: .*messages.*\.md/],
  [
    "LangChain's template",
    'a.json',
    '{ "_type": "prompt", "input_variables": ["text"], "template": "{text}" }',
    /^a\.json:1:1: .*messages.*\.md/,
  ],
  [
    'roles as keys',
    'a.yaml',
    'system: Be brief.\nuser: "{text}"',
    /^a\.yaml:1:1: .*messages.*\.md/,
  ],
  ['no YAML', 'a.yml', 'messages: [', /^a\.yml:1:\d+: /],
  [
    'front matter that is no YAML',
    'a.prompty',
    '---\nname: a\n  b: c\n---\n{text}',
    /^a\.prompty:\d:\d+: /,
  ],
  [
    'roles in tags',
    'a.md',
    '<system>Be brief.</system>\n<user>{text}</user>',
    /^f\.yml:1:\d+: .*tags.*\.md/,
  ],
  ['TOML', 'a.toml', 'user = "{text}"', /^f\.yml:1:\d+: .*\.md file/],
  [
    'a column that no row has, below a line break of JSON',
    'a.json',
    '[{"role":"user","content":"{text}\\n{tesd}"}]',
    /^f\.yml:1:\d+: .* a\.json:1: /,
  ],
  ['code', 'a.ts', 'export const a = "{text}";', /^f\.yml:1:\d+: .*hub: http/],
];

it.each(REFUSED)('%s is an error that says what to do', async (_name, file, text, pattern) => {
  const problems = await problemsOf(named(file), { files: { [file]: text } });
  expect(problems).toEqual([expect.stringMatching(pattern)]);
});

it('a prompt is written once, in whichever file', async () => {
  const files = { 'a.json': MESSAGES, 's.md': 'Be kind.' };
  const both = withModel('prompt_file: a.json, system_prompt_file: s.md');
  expect(await problemsOf(both, { files })).toEqual([expect.stringMatching(/twice.*`"a\.json"`/)]);
  const inline = withModel('prompt: "{text}", system_prompt_file: a.json');
  expect(String(await problemsOf(inline, { files }))).toMatch('"model.prompt"');
  const system = await read(withModel('system_prompt_file: a.json'), { files });
  expect(Object.keys(system.subject.texts).sort()).toEqual(['prompt', 'system_prompt']);
});

it('changes of both texts stand at their lines of the one file', async () => {
  const old = await readFile('a.prompty', PROMPTY);
  const now = PROMPTY.replace('sample: { text: x }\n', '').replace('True?', 'Is it true?');
  expect(changedSubject(old, await readFile('a.prompty', now))).toEqual([
    { path: 'a.prompty', old: 'True? {{text}}', new: 'Is it true? {{text}}', lines: { first: 10 } },
  ]);
  const [json, head] = [await readFile('a.json', MESSAGES), MESSAGES.replace('brief', 'kind')];
  expect(changedSubject(json, await readFile('a.json', head))).toMatchObject([
    { path: 'a.json', lines: { first: 1, last: 1 } },
  ]);
});

const ODD = recordsIn<[prompt: string, placeAndPlaceholder: string]>(
  '__tests__/config/data/odd-placeholders.jsonl',
);

it.each(ODD)('%j is a placeholder that is named with its line', async (prompt, pattern) => {
  const keys = `variables: { help: h }, prompt: ${JSON.stringify(prompt)}`;
  expect(await problemsOf(withModel(keys))).toEqual([expect.stringMatching(pattern)]);
  const problems = await problemsOf(withModel('variables: { help: h }, prompt_file: p.md'), {
    files: { 'p.md': prompt },
  });
  expect(problems.join()).toMatch(/p\.md:\d: /);
});

it('a filter of a system prompt is named, and braces with other text are none', async () => {
  const system = (text: string) =>
    problemsOf(withModel(`variables: { help: h }, system_prompt: ${JSON.stringify(text)}`));
  expect(await system('Use {{ help | trim }}.')).toEqual([expect.stringMatching(/help \| trim/)]);
  for (const text of ['Reply {"help": 1} or {help: text}.', 'Reply {{"help": 1}}.'])
    expect(await system(text)).toEqual([]);
});

const GLOB = withModel('variables: { help: { files: "help/*.md" } }, system_prompt: "Use {help}"');
const PAGES = { 'help/b.md': 'Refunds.\n', 'help/a.md': 'Hours:\n9 to 5\n', 'help/c.txt': 'No.' };

it('the files of a variable are joined in the order of names, each under its path', async () => {
  const { subject } = await read(GLOB, { files: { ...PAGES, 'help/0.md': '' } });
  expect(variablesOf(subject.texts).help).toBe(
    'help/0.md\n\nhelp/a.md\nHours:\n9 to 5\n\nhelp/b.md\nRefunds.',
  );
  expect(subject.placeOf('variables.help:help/a.md')).toBe('help/a.md:1:1');
});

const BAD_GLOBS: [what: string, files: Record<string, string | Buffer>, problem: RegExp][] = [
  ['nothing matches', { 'helf/a.md': 'a' }, /^f\.yml:1:\d+: .*help\.files.*"help\/\*\.md"/],
  [
    'too much',
    { 'help/a.md': 'a'.repeat(60_000), 'help/b.md': 'b'.repeat(60_000) },
    /120000.*`"help\/\*\.md"`.*100000/,
  ],
  ['no text', { 'help/a.md': Buffer.from([0xff, 0]) }, /"help\/a\.md".*UTF-8/],
];

it.each(BAD_GLOBS)('files of a variable: %s', async (_name, files, pattern) => {
  expect(await problemsOf(GLOB, { files })).toEqual([expect.stringMatching(pattern)]);
});

it('pages are changed by their own paths, and so are those of another glob', async () => {
  const base = await read(GLOB, { files: PAGES });
  const files = { 'help/a.md': 'Hours:\n9 to 6\n', 'help/b.md': '', 'help/d.md': 'New.' };
  const changes = changedSubject(base, await read(GLOB, { files }));
  expect(changes).toEqual([
    { path: 'help/a.md', old: 'Hours:\n9 to 5', new: 'Hours:\n9 to 6' },
    { path: 'help/b.md', old: 'Refunds.', new: '' },
    { path: 'help/d.md', old: undefined, new: 'New.' },
  ]);
  const all = changedSubject(await read(GLOB.replace('*.md', '*'), { files: PAGES }), base);
  expect(all.map(({ path }) => path)).toEqual(['help/c.txt']);
});

it('a dollar sign before a placeholder has one notice', async () => {
  const { notices } = await read(withModel('prompt: "a\\n${text} ${text}"'));
  expect(notices).toEqual([expect.stringMatching(/line 2: `"\$\{text\}"`/)]);
});
