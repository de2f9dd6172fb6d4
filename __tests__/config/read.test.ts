import { configJsonSchema, configReference } from '../../scripts/build/reference.ts';
import { oracle } from '../support/oracle.ts';
import { readConfig } from '../../src/config/read.ts';
import {
  FILE,
  filesOf,
  LANGTEST_INPUTS,
  langTest,
  ours,
  problemsOf,
  read,
  withModel,
} from './support.ts';

type RateRecord = Record<string, number> & { tests: { sensitivity: object } };
const overrides = LANGTEST_INPUTS;
const testsOf = async (text: string, given = {}) => (await read(text, given)).tests;

describe('a file of ours', () => {
  it('has our defaults', async () => {
    const config = await read(
      ours('add_negation: {}, add_toxic_words: {}, refusal: { min_answer_rate: 0.9 }'),
    );
    expect(config).toMatchObject({
      isLangTest: false,
      concurrency: 'auto',
      seed: 42,
      notices: [],
      embeddings: undefined,
      subject: {
        model: { hub: 'openai', name: 'm', api: 'chat', timeout: 120, retries: 4, parameters: {} },
      },
    });
    const [negation, toxicity, refusal] = config.tests;
    expect(negation).toMatchObject({
      test: { name: 'add_negation' },
      setup: {
        min_pass_rate: 0.85,
        min_steady: 0.85,
        min_valid: 0.6,
        margin: 0.05,
        alpha: 0.05,
        beta: 0.1,
        seed: 42,
        options: {},
        compare: 'off',
        attribution: true,
        advisory: false,
      },
      judge: 'self',
      place: `${FILE}:3:25`,
      data: { source: 'a.csv', isFromInput: false, place: `${FILE}:2:9` },
    });
    expect(toxicity?.setup).toMatchObject({
      measure: 'both',
      scorer: 'auto',
      include_reason: true,
      strict_mode: false,
      async_mode: true,
      verbose_mode: false,
    });
    expect(refusal?.setup).toMatchObject({ min_pass_rate: 0.85, min_answer_rate: 0.9 });
    expect(refusal?.setup.min_refusal_rate).toBeUndefined();
  });

  it.each([
    ['a test', 'answers: { min_pass_rate: 0.9 }', 'evaluation: { min_pass_rate: 0.8 }', 0.9],
    ['evaluation', 'answers: {}', 'evaluation: { min_pass_rate: 0.8 }', 0.8],
  ])('takes the nearest: %s', async (_name, tests, more, rate) => {
    const [test] = await testsOf(ours(tests, more));
    expect(test?.setup.min_pass_rate).toBe(rate);
  });

  it('takes tests.defaults behind evaluation', async () => {
    const text = ours('answers: {}').replace(
      'tests: {',
      'tests: { defaults: { min_pass_rate: 0.7 },',
    );
    expect((await testsOf(text))[0]?.setup.min_pass_rate).toBe(0.7);
    const [test] = await testsOf(`${text}evaluation: { min_pass_rate: 0 }`);
    expect(test?.setup.min_pass_rate).toBe(0);
  });

  it.each([
    ['a word', '{ words: [meh] }', 'bad_words'],
    ['a threshold', '{ threshold: 1 }', 'bad_words'],
    ['a scorer', '{ threshold: 1, scorer: judge }', 'judge'],
    ['none of them', '{}', 'auto'],
  ])('scores toxicity by %s', async (_name, body, scorer) => {
    expect((await testsOf(ours(`output_toxicity: ${body}`)))[0]?.setup.scorer).toBe(scorer);
  });

  it('compares with the base, and keeps the order of the file', async () => {
    const tests = await testsOf(
      ours('refusal: {}, add_negation: {}', 'evaluation: { compare: base }'),
    );
    expect(
      tests.map(({ test, setup }) => [test.name, setup.compare, setup.max_regression]),
    ).toEqual([
      ['refusal', 'base', 0.1],
      ['add_negation', 'base', 0.1],
    ]);
  });

  it('has several custom tests, each by its name', async () => {
    const one = (name: string) => `{ parameters: { name: ${name}, expect: same } }`;
    const tests = await testsOf(ours(`custom: [${one('tone')}, ${one('length')}]`));
    expect(tests.map(({ test, place }) => [test.name, place])).toEqual([
      ['custom:tone', `${FILE}:3:34`],
      ['custom:length', `${FILE}:3:80`],
    ]);
    expect(await problemsOf(ours(`custom: [${one('tone')}, ${one('tone')}]`))).toHaveLength(1);
  });

  it('lets a judge share the endpoint of the model on the same hub alone', async () => {
    const text = (judge: string) =>
      `${withModel('base_url: "https://x.example/v1", headers: { a: b }, timeout: 9, parameters: { seed: 1 }')}judge: ${judge}`;
    const resolveJudge = async (judge: string) => (await testsOf(text(judge)))[0]?.judge;
    expect(await resolveJudge('{ name: j }')).toMatchObject({
      hub: 'openai',
      name: 'j',
      base_url: 'https://x.example/v1',
      headers: { a: 'b' },
      timeout: 9,
      parameters: {},
    });
    expect(await resolveJudge('{ name: j, base_url: "https://y.example" }')).toMatchObject({
      headers: undefined,
    });
    expect(await resolveJudge('{ hub: anthropic, name: j, timeout: 5 }')).toEqual({
      hub: 'anthropic',
      name: 'j',
      api: 'chat',
      timeout: 5,
      retries: 4,
      parameters: {},
    });
    expect(await resolveJudge('off')).toBe('off');
  });

  it('follows anchors and merge keys, whose mistakes have places', async () => {
    const text = `model: &m { hub: openai, name: m }\njudge: { <<: *m, name: j }\ndata: { source: a.csv }\ntests: { sensitivity: { answers: &a { margin: 0.1 }, refusal: *a } }\n`;
    const tests = await testsOf(text);
    expect(tests.map(({ setup }) => setup.margin)).toEqual([0.1, 0.1]);
    expect(tests[0]?.judge).toMatchObject({ hub: 'openai', name: 'j' });
    expect(await problemsOf(text.replace('0.1', '1'))).toEqual([
      expect.stringMatching(/:4:39: .*answers\.margin/),
      expect.stringMatching(/:4:39: .*refusal\.margin/),
    ]);
  });

  it('keeps the tone of a bot for its judge', async () => {
    const [test] = await testsOf(ours('output_toxicity: { judge: { context: It teases. } }'));
    expect(test).toMatchObject({ judge: 'self', setup: { judgeContext: 'It teases.' } });
  });

  it.each([
    ['{ source: "hf:o/n", split: train }', 'hf:o/n::train'],
    ['{ source: "hf:o/n:main", split: train }', 'hf:o/n:main:train'],
    ['{ data_source: ./b.csv }', 'b.csv'],
  ])('reads rows from %s', async (data, source) => {
    expect(
      (await testsOf(ours('answers: {}').replace('{ source: a.csv }', data)))[0]?.data.source,
    ).toBe(source);
  });

  it('gives inputs precedence, but not over the rows of a test', async () => {
    const text = ours(
      'answers: {}, refusal: { data: { source: b.csv, columns: { fill: [help] } } }',
      'deadline: 2h',
    );
    const config = await read(text, {
      overrides: {
        hub: 'reference',
        model: 'x',
        data: 'c.csv',
        maxRequests: 9,
        baseUrl: 'https://y.example',
      },
    });
    expect(config).toMatchObject({
      maxRequests: 9,
      deadline: 7_200_000,
      subject: { model: { hub: 'reference', name: 'x', base_url: 'https://y.example' } },
    });
    expect(config.tests.map(({ data }) => data)).toMatchObject([
      { source: 'c.csv', isFromInput: true, place: "input 'data'" },
      {
        source: 'b.csv',
        isFromInput: false,
        columns: { fill: { help: 'help' } },
        place: expect.stringContaining(`${FILE}:`),
      },
    ]);
    expect(config.tests[1]?.data.placeOfColumn('fill')).toBe(`${FILE}:3:83`);
  });
});

/** The configuration that LangTest's pages print. */
const PRINTED = `{
    'tests': {
        'defaults': {'min_pass_rate': 1.0},
        'sensitivity': {
            'add_negation': {'min_pass_rate': 0.70},
        }
    },
    "evaluation": {"threshold": (-0.1, 0.1)},  # (low, high)
}
`;

it('a prompt of ours reaches the model as it is written, also a line that looks like a pair', async () => {
  const prompt = 'prompt: |\n    {text}\n    threshold: (0.1, 0.9)';
  const text = ours('refusal: {}').replace(
    '{ hub: openai, name: m }',
    `\n  hub: openai\n  name: m\n  ${prompt}`,
  );
  const { subject } = await read(text);
  expect(subject.texts.prompt?.text).toContain('threshold: (0.1, 0.9)');
});

describe("a file of LangTest's", () => {
  it('asks pairs by embeddings, as its pages print it', async () => {
    const config = await read(PRINTED, { overrides });
    expect(config).toMatchObject({
      isLangTest: true,
      embeddings: { hub: 'reference', name: 'bag-of-words' },
      tests: [
        {
          judge: 'off',
          setup: { min_pass_rate: 0.7, threshold: [-0.1, 0.1], scorer: 'embedding' },
        },
      ],
    });
    expect(config.tests[0]?.test.isObserved).toBe(true);
  });

  it.each(oracle<RateRecord>('min_pass_rate.jsonl'))(
    'finds the rate of $tests',
    async ({ tests, ...rates }) => {
      const sensitivity = { add_negation: {}, add_toxic_words: {}, ...tests.sensitivity };
      const found = await testsOf(JSON.stringify({ tests: { ...tests, sensitivity } }), {
        overrides,
      });
      for (const { test, setup } of found) expect(setup.min_pass_rate).toBe(rates[test.name]);
    },
  );

  it.each([
    ['of the one kind', 'evaluation: { threshold: 2 }', undefined, 2],
    ['of the other', 'evaluation:\n  threshold: (0, 0.5)', [0, 0.5], undefined],
  ])('has one threshold for two tests: %s', async (_name, more, negation, toxicity) => {
    const text = `tests: { sensitivity: { negation: , toxicity: } }\n${more}`;
    const tests = await testsOf(text, { overrides });
    expect(tests.map(({ test, setup }) => [test.name, setup.threshold])).toEqual([
      ['add_negation', negation],
      ['add_toxic_words', toxicity],
    ]);
  });

  it('has its prompt and parameters as the subject', async () => {
    const text = langTest(
      'model_parameters: { max_tokens: 64, user_prompt: "Q: {question}", model_type: completion, stream: false }',
    );
    const { subject, notices } = await read(text, { overrides });
    expect(subject).toMatchObject({
      texts: { prompt: { text: 'Q: {question}' } },
      model: { api: 'completions', parameters: { max_tokens: 64 } },
    });
    expect(subject.placeOf('prompt')).toBe(`${FILE}:2:37`);
    expect(notices).toEqual([expect.stringContaining('model_parameters.stream')]);
  });

  it('takes the scorers of pairs', async () => {
    const [test] = await testsOf(langTest('evaluation: { scorer: loss }'), { overrides });
    expect(test?.setup.scorer).toBe('loss');
    const [toxic] = await testsOf(
      'tests: { sensitivity: { toxicity: } }\nevaluation: { scorer: loss }',
      { overrides },
    );
    expect(toxic?.setup.scorer).toBe('bad_words');
  });
});

const PROMPTS = withModel(
  'prompt_file: ./p.md, variables: { help: { file: help.txt }, n: 3, b: true }',
).replace('./p.md', './p.md, system_prompt_file: s.md');

describe('texts in files', () => {
  const files = {
    'p.md': '\uFEFF{text}\r\n{help}\r\n',
    's.md': 'Be brief {n} {b}.',
    'help.txt': 'Shoes.\n',
  };

  it('are read with line breaks as in git', async () => {
    const { subject } = await read(PROMPTS, { files });
    expect(subject.texts).toMatchObject({
      prompt: { text: '{text}\n{help}', file: 'p.md' },
      system_prompt: { text: 'Be brief {n} {b}.', file: 's.md' },
      'variables.help': { text: 'Shoes.', file: 'help.txt' },
      'variables.n': { text: '3' },
      'variables.b': { text: 'true' },
    });
    expect(['prompt', 'variables.help', 'model.name'].map(subject.placeOf)).toEqual([
      'p.md:1:1',
      'help.txt:1:1',
      `${FILE}:1:23`,
    ]);
  });

  it.each([
    ['an absent file', { 'p.md': undefined, 'q.md': 'x' }, /missing file.*"p\.md".*Commit/],
    ['an empty one', { 'p.md': ' \n' }, /empty/],
    ['a binary one', { 'p.md': 'PK\0{text}' }, /UTF-8/],
    ['another encoding', { 'p.md': Buffer.from([0x7b, 0xe4]) }, /UTF-8/],
    ['a large one', { 'p.md': 'x'.repeat(2 ** 20 + 1) }, /1048577 bytes.*1048576/],
    ['a large variable', { 'help.txt': 'x'.repeat(100_001) }, /variables\.help\.file.*100000/],
    ['a prompt without the sample', { 'p.md': 'Answer.' }, /prompt_file.*\{text\}/],
    [
      'an unknown placeholder',
      { 's.md': 'Read { tesd }.' },
      /system_prompt_file.*\{ tesd \}.*"text"/,
    ],
  ])('%s is named at its key', async (_name, changed, pattern) => {
    const entries = Object.entries({ ...files, ...changed }).filter(
      ([, text]) => text !== undefined,
    );
    const problems = await problemsOf(PROMPTS, {
      files: Object.fromEntries(entries) as Record<string, string>,
    });
    expect(problems).toEqual([expect.stringMatching(/^f\.yml:1:\d+: /)]);
    expect(problems[0]).toMatch(pattern);
  });

  it.each([
    ['page.html', /Markdown/],
    ['rows.jsonl', /data\.source/],
  ])('%s is no prompt', async (file, remedy) => {
    const problems = await problemsOf(withModel(`prompt_file: ${file}`), {
      files: { [file]: '{text}' },
    });
    expect(problems).toEqual([expect.stringMatching(remedy)]);
  });

  it('a name in double braces that nothing fills has a notice', async () => {
    const { notices } = await read(withModel('system_prompt: "Answer from {{documents}}."'));
    expect(notices).toEqual([expect.stringContaining('{documents}')]);
    for (const text of ['{{ text }} {\\"a\\": 1}', 'Write {{label {text}}}'])
      expect((await read(withModel(`prompt: "${text}"`))).notices).toEqual([]);
  });

  it('rules stand in a list of their own, whose mistakes have places there', async () => {
    const text = ours('rules: { rules: { file: rules.yml } }, refusal: {}');
    const given = { files: { 'rules.yml': '- Is kind.\n- rule: Is brief.\n  ask: Talk!\n' } };
    const { placeOf } = await read(text, given);
    const keys = ['tests.sensitivity.rules.rules', 'tests.sensitivity.rules'];
    expect(keys.map(placeOf)).toEqual(['rules.yml:1:1', `${FILE}:3:25`]);
    const [test, other] = await testsOf(text, given);
    expect(other?.setup.rules).toBeUndefined();
    expect(test?.ruleFile).toBe('rules.yml');
    expect(test?.setup.rules).toEqual([{ rule: 'Is kind.' }, { rule: 'Is brief.', ask: 'Talk!' }]);
    for (const [rules, problem] of [
      ['- Is kind.\n- ""\n', /^rules\.yml:2:3: /],
      [' \n', /empty/],
      ['rules: 7', /^rules\.yml:1:1: /],
      ['- "x', /^rules\.yml:1:\d+: /],
      ['- { rule: Is kind., aks: Talk! }', /^rules\.yml:1:\d+: .*aks/],
    ] as const)
      expect(await problemsOf(text, { files: { 'rules.yml': rules } })).toEqual([
        expect.stringMatching(problem),
      ]);
  });

  it('a configuration that is no text is an error at its path', async () => {
    const options = { path: 'gate.yml', bytes: Buffer.from([0xff]), files: filesOf({}) };
    await expect(readConfig(options)).rejects.toMatchObject({ where: 'gate.yml' });
  });
});

it('every key has a text, and a line of the page where it is explained', () => {
  // A key without a text throws.
  const page = configReference();
  for (const key of ['data.columns.must', 'tests.sensitivity.*.must', 'evaluation.max_regression'])
    expect(page).toContain(`| \`${key}\` |`);
  expect(page).toContain('| `0.85` |');
  expect(page).not.toMatch(/undefined|tests\.sensitivity\.(?:toxicity|\w+\.judge)/);
  const { hub } = configJsonSchema().properties!.judge!.anyOf![1]!.properties!;
  expect(hub!.description).toMatch(/^Service/);
});
