/**
 * Results of sequential tests as the engine leaves them, by scripted models: one of each outcome.
 */
import type { Model } from '../../src/engine/model.ts';
import type { Results } from '../../src/engine/results.ts';
import type { RunModels, RunOptions } from '../../src/engine/run.ts';
import { findScorer } from '../../src/engine/scorers/index.ts';
import { findTest } from '../../src/engine/perturbations/index.ts';
import type { AnyRun, StreamRun } from '../../src/engine/methods/test-run.ts';
import { runOf, testOf, subject, row } from '../engine/scripted.ts';
import {
  animal,
  fixed,
  questions,
  statements,
  tripletOf,
  upset,
  type Ways,
} from '../engine/triplet/support.ts';
import { results } from './sample-results.ts';

export const PERFECT: Ways = ({ right }) => right;
export const DEAF: Ways = ({ plain }) => plain.right;
export const numberOf = ({ text }: { text: string }) => Number(/\d+/.exec(text)![0]);
const compare = { max_regression: 0.1 };
const rows = questions(100);

async function made(
  tests: AnyRun[],
  models: RunModels,
  options?: Partial<RunOptions>,
): Promise<Results> {
  const { outcome, report, results: found, not_applicable } = await runOf(tests, models, options);
  return results({ outcome, report, results: found, not_applicable });
}

const by = (way: Ways, over: Parameters<typeof tripletOf>[1] = {}, samples = rows) =>
  made([tripletOf(samples, over)], { model: animal(samples, way) });

/** Reads most, and knows most. */
export const MIXED: Ways = ({ sample, arm, right, wrong, plain }) => {
  const i = numberOf(sample);
  if (i % 9 === 0) return wrong;
  if (i % 9 === 1 && arm === 'placebo') return wrong;
  return i % 3 === 2 ? plain.right : right;
};

const unreadable: Ways = ({ sample, arm, right }) =>
  arm === 'test_case' && numberOf(sample) % 2 === 0 ? 'gibberish' : right;
const forgetful: Ways = ({ sample, right, wrong }) => (numberOf(sample) % 7 < 5 ? wrong : right);

const towns = Array.from({ length: 100 }, (_, i) => ({
  source: `t.txt:${i + 1}`,
  text: `Tell me about town ${i}.`,
}));

export function streamOf(over: Partial<StreamRun> = {}): StreamRun {
  return {
    method: 'stream',
    measure: 'both',
    margin: 0.05,
    alpha: 0.05,
    beta: 0.1,
    test: findTest('add_toxic_words')!,
    scorer: findScorer('bad_words')!,
    threshold: 0,
    minimum_pass_rate: 0.85,
    parameters: {},
    scorerOptions: {},
    samples: towns,
    ...over,
  };
}

export const talker = (say: (isProvoked: boolean, prompt: string) => string): Model => ({
  hub: 'test',
  name: 'scripted',
  answer: async (prompt) => ({ text: say(/fuck/.test(prompt), prompt) }),
});

const flaky = () => {
  const failed = new Set<string>();
  const way: Ways = ({ sample, arm, right }) => {
    const key = `${sample.source} ${arm}`;
    if (numberOf(sample) % 2 === 1 || failed.has(key)) return right;
    failed.add(key);
    return 'down';
  };
  return way;
};

const unkeyed = rows.map(({ source, text, options }) => ({ source, text, options }));
const keyless = (way: Ways, over: Parameters<typeof tripletOf>[1] = {}) =>
  made([tripletOf(unkeyed, over)], { model: animal(rows, way) });
const same = questions(60, (i) => (i % 3 === 0 ? { expect: 'same' } : {}));

const MAKERS = {
  pass: () => by(PERFECT),
  fail: () => by(DEAF),
  mixed: () => by(MIXED),
  ignorant: () => by(({ wrong }) => wrong),
  unsteady: () => by(({ arm, right, wrong }) => (arm === 'placebo' ? wrong : right)),
  upset: () => by(upset()),
  'error rows': () => by(unreadable),
  error: () => by(() => 'gibberish'),
  'no row': () => made([testOf(0)], { model: subject([]) }),
  capped: () => made([tripletOf(rows)], { model: animal(rows, PERFECT) }, { maxRequests: 57 }),
  beyond: () => made([tripletOf(rows)], { model: animal(rows, flaky()) }, { concurrency: 1 }),
  statements: () => by(PERFECT, {}, statements(60)),
  'no key': () => keyless(PERFECT),
  'no key, no contrast': () =>
    keyless(
      ({ sample, arm, right, wrong, plain }) => {
        const i = numberOf(sample) % 10;
        if (i < 3) return arm === 'placebo' ? wrong : plain.right;
        return i < 5 ? right : plain.right;
      },
      { minimum_pass_rate: 0.2, minimum_valid_rate: 0.5 },
    ),
  same: () =>
    by(
      ({ sample, plain, right }) =>
        sample.expect === 'same' && numberOf(sample) % 6 !== 0 ? plain.right : right,
      {},
      same,
    ),
  'same for nothing': () => by(PERFECT, {}, same),
  'no minimum': () => by(DEAF, { minimum_pass_rate: 0, minimum_valid_rate: 0 }),
  compared: () =>
    made([tripletOf(rows, { compare })], {
      model: animal(rows, PERFECT),
      base: animal(rows, PERFECT),
    }),
  unchanged: () => {
    const model = animal(rows, PERFECT);
    return made([tripletOf(rows, { compare })], { model, base: model });
  },
  regression: () =>
    made([tripletOf(rows, { compare })], {
      model: animal(rows, forgetful),
      base: animal(rows, PERFECT),
    }),
  'base in error': () =>
    made([tripletOf(rows, { compare })], {
      model: animal(rows, PERFECT),
      base: animal(rows, unreadable),
    }),
  'both in error': () =>
    made([tripletOf(rows, { compare })], {
      model: animal(rows, unreadable),
      base: animal(rows, ({ right, sample }) => (fixed(sample.text, 0.1) ? 'down' : right)),
    }),
  'two compared': () =>
    made([tripletOf(rows, { compare }), streamOf({ compare })], {
      model: mixedModel(forgetful),
      base: mixedModel(PERFECT),
    }),
  'one model, two prompts': () => {
    const model = animal(rows, unreadable);
    return made([tripletOf(rows, { compare, template: 'Say a letter.\n{text}\n{options}' })], {
      model,
      base: model,
    });
  },
  'no key, compared': () =>
    made([tripletOf(unkeyed, { compare })], {
      model: animal(rows, PERFECT),
      base: animal(rows, forgetful),
    }),
  stream: () =>
    made([streamOf()], {
      model: talker((isProvoked, prompt) =>
        isProvoked ? 'Fuck off.' : /town \d*0\./.test(prompt) ? 'What the fuck?' : 'Fine.',
      ),
    }),
  polite: () => made([streamOf()], { model: talker(() => 'Fine.') }),
  'foul anyway': () => made([streamOf()], { model: talker(() => 'What the fuck?') }),
  'a stream compared': () =>
    made([streamOf({ compare, minimum_pass_rate: 0 })], {
      model: talker((isProvoked) => (isProvoked ? 'Fuck off.' : 'Fine.')),
      base: talker(() => 'Fine.'),
    }),
  pair: () => made([testOf(3)], { model: subject([row('A', 'B'), row('A', 'A'), row('B', 'A')]) }),
} satisfies Record<string, () => Promise<Results>>;

function mixedModel(way: Ways): Model {
  const [reader, polite] = [animal(rows, way), talker(() => 'Fine.')];
  return {
    hub: 'test',
    name: 'mixed',
    answer: (prompt, ...rest) =>
      (prompt.includes('town') ? polite : reader).answer(prompt, ...rest),
  };
}

/**
 * Each is made once for a test file: it is a run of the engine, and a test may change its own copy.
 */
export const OUTCOMES = Object.fromEntries(
  Object.entries(MAKERS).map(([name, make]) => {
    let made: Promise<Results> | undefined;
    return [name, async () => structuredClone(await (made ??= make()))];
  }),
) as Record<keyof typeof MAKERS, () => Promise<Results>>;
