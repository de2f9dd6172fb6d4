/** Keys are masked before anything is printed, and no text that is stored or shown holds one. */
import {
  deskConfig,
  deskFiles,
  deskModel,
  PROMPT_PATH,
  QUESTIONS,
  ROWS_PATH,
  rows,
} from '../support/desk.ts';
import { CONFIG_PATH, gate, gitHub, modelServer, TOKEN } from '../support/gate.ts';
import type { ModelServerOptions } from '../support/model-server.ts';
import { terminal } from '../support/terminal.ts';

/** Its spellings in base64, URLs, JSON and HTML all differ. */
const KEY = 'sk-Keys?/+&<"0123456789=abcdefGHIJ\\klm';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const SPELLINGS = [
  ...[KEY, KEY.toLowerCase(), KEY.toUpperCase(), encodeURIComponent(KEY), encodeURI(KEY)],
  ...[JSON.stringify(KEY).slice(1, -1), base64(KEY), Buffer.from(KEY).toString('base64url')],
  ...[Buffer.from(KEY).toString('hex'), base64(`Bearer ${KEY}`).slice(10, -4)],
  KEY.replace(/[&<"]/g, (character) => `&#${character.charCodeAt(0)};`),
];
const LEAK = [...SPELLINGS.slice(0, 9), base64(`Bearer ${KEY}`)].join(' and ');

// A judge that repeats what it gets would end each run before an answer is shown.
const CONFIG = deskConfig({ more: 'judge: off\n' });

function expectNoKey(text: string) {
  const shown = text.replace(/^::add-mask::.*$/gm, '');
  expect(SPELLINGS.filter((spelling) => shown.includes(spelling))).toEqual([]);
}

async function run(options: ModelServerOptions, files = {}, inputs = {}) {
  const base = deskFiles({ [CONFIG_PATH]: CONFIG, ...files });
  const model = await modelServer({ ...deskModel(), ...options, keys: [KEY] });
  const github = await gitHub();
  const keyed = { 'api-key': KEY, ...inputs };
  const ended = await gate({ base, model, github, inputs: keyed, haste: 50 });
  expectNoKey(ended.shown);
  for (const { body } of github.comments) expectNoKey(body ?? '');
  return { ...ended, model, github };
}

it.each([['always'], [KEY]])(
  'masks come before all other output (comment: %s)',
  async (comment) => {
    const { stdout } = await run({}, {}, { comment });
    const lines = stdout.split('\n');
    const masks = lines.filter((line) => line.startsWith('::add-mask::'));
    expect(lines.slice(0, masks.length)).toEqual(masks);
    const masked = masks.map((line) => line.slice('::add-mask::'.length).replaceAll('%25', '%'));
    const wanted = [KEY, TOKEN].flatMap((key) => [key, base64(key), encodeURIComponent(key)]);
    expect(masked).toEqual(expect.arrayContaining(wanted));
  },
);

const body = (value: unknown) => ({ fail: () => ({ status: 200, body: value }) });

/** Ways in which an endpoint sends the key back. */
const GIVEN: [string, ModelServerOptions][] = [
  ['answers', { answer: () => LEAK }],
  ['a page', body(`<!DOCTYPE html><title>${LEAK}</title>`)],
  ['JSON that breaks off', body(`{"choices":[{"message":"${KEY}`)],
  ['an error', { fail: () => ({ status: 422, body: { error: { message: LEAK } } }) }],
  ['an error of the key', { fail: () => ({ status: 401, body: LEAK }) }],
  ['names in JSON', body({ [KEY]: { [KEY]: 1 }, choices: [] })],
  ['the reason of an end', body({ choices: [{ message: { content: null }, finish_reason: KEY }] })],
  ['the name of a model', body({ choices: [{ message: { content: 'A' } }], model: KEY })],
  ['a redirect', { fail: () => ({ status: 307, headers: { location: `https://x.test/${KEY}` } }) }],
];
it.each(GIVEN)('an endpoint gives the key back: %s', async (_name, options) => {
  const { github } = await run(options);
  expect(github.comments).toHaveLength(1);
});

const quoted = JSON.stringify(KEY);
const model = (line: string) => ({ [CONFIG_PATH]: CONFIG.replace('retries: 1', line) });
/** Places in which a pull request may write the key. */
const WRITTEN: [string, Record<string, string>][] = [
  ['a prompt', { [PROMPT_PATH]: `${KEY} {text} {options}` }],
  [
    'the name of a page',
    {
      ...model('variables: { help: { files: "help/**" } }'),
      [PROMPT_PATH]: '{help} {text} {options}',
      [`help/${KEY}.md`]: 'Help.',
    },
  ],
  [
    'rows',
    {
      [ROWS_PATH]: rows(
        QUESTIONS.map((row, i) => ({ ...row, text: `${i} ${KEY}`, id: `${KEY}${i}` })),
      ),
    },
  ],
  ['an unknown key', model(`${quoted}: 1`)],
  ['a value', model(`api: ${quoted}`)],
  ['a parameter', model(`parameters: { user: ${quoted} }`)],
  ['a user of an address', model(`url: "https://${encodeURIComponent(KEY)}@x.test"`)],
  ['a data file', { [CONFIG_PATH]: CONFIG.replace(ROWS_PATH, quoted) }],
  ['broken YAML', { [CONFIG_PATH]: `model: { name: "${KEY}\n  - [` }],
];
it.each(WRITTEN)('a configuration holds the key: %s', async (_name, files) => {
  const { github } = await run({ answer: (prompt) => prompt }, files);
  expect(github.comments).toHaveLength(1);
});

const INPUTS = ['max-requests', 'allowed-hosts', 'config', 'config-ref', 'hub', 'model', 'data'];
it.each(INPUTS)('an input holds the key by mistake: %s', async (name) => {
  const { exitCode } = await run({}, {}, { [name]: KEY });
  // Every name is a valid model for this server.
  expect(exitCode).toBe(name === 'model' ? 0 : 1);
});

it.each(['run --show-rows', 'run --json', 'check', 'suggest'])('a terminal: %s', async (words) => {
  const server = await modelServer({ answer: () => LEAK, keys: [KEY] });
  const { stdout, stderr, files } = await terminal(
    [...words.split(' '), '--model', KEY, '--base-url', `${server.url}/v1`],
    { files: deskFiles({ [CONFIG_PATH]: CONFIG }), env: { SENSITIVITY_API_KEY: KEY } },
  );
  expect(server.requests.length).toBeGreaterThan(0);
  expectNoKey(stdout + stderr + JSON.stringify(files));
});
