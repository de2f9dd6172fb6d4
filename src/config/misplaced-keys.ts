import { ConfigError } from '../errors.js';
import { makesPlacebo } from '../engine/tests/test.js';
import type { TestConfig, Source, WrittenTest } from './config.js';
import { FACTS_OF } from './keys/asking.js';
import { nearestOf } from './keys/key.js';
import type { Path } from './positions.js';

interface Resolved {
  written: WrittenTest;
  config: Pick<TestConfig, 'test' | 'asking' | 'candidates'>;
}

interface OwnedKeys {
  keys: readonly string[];
  reads: (config: Resolved['config'], value: unknown) => boolean;
  why: (config: Resolved['config']) => string;
  remedy: (config: Resolved['config']) => string;
}

const endsEarly = ({ asking }: Resolved['config']) => FACTS_OF[asking.method].endsEarly;
const backToPair = () => 'Leave it out, or write `method: pair` beside it.';

function underTriplet(key: string, { reads, why }: Pick<OwnedKeys, 'reads'> & { why: (test: string) => string }): OwnedKeys {
  return {
    keys: [key],
    reads,
    why: (config) => (endsEarly(config) ? why(config.test.name) : 'belongs to method: triplet'),
    remedy: (config) => (endsEarly(config) ? 'Leave it out there.' : 'Write `method: triplet` beside it, or leave it out.'),
  };
}

/** Keys that some methods or tests read and others do not. */
const OWNED_KEYS: readonly OwnedKeys[] = [
  {
    keys: ['threshold'],
    reads: ({ asking, test }, value) => asking.reader === undefined && (test.measures === 'change' || !isInterval(value)),
    why: noScore,
    remedy: backToPair,
  },
  {
    keys: ['repeats'],
    reads: ({ test }) => test.measures !== 'divergence',
    why: ({ test }) => `does not belong to ${test.name}: the tokens that a model expects next are the same each time`,
    remedy: () => 'Leave it out.',
  },
  {
    keys: ['decision'],
    reads: ({ asking }, value) => value === FACTS_OF[asking.method].decision,
    why: ({ asking: { method } }) => `is ${FACTS_OF[method].decision} under method: ${method}, and nothing else`,
    remedy: ({ asking: { method } }) => `Leave it out, or write \`method: ${FACTS_OF[method].other}\` beside it.`,
  },
  {
    keys: ['margin', 'alpha', 'beta'],
    reads: ({ asking }) => FACTS_OF[asking.method].endsEarly,
    why: () => 'belongs to method: triplet',
    remedy: () => 'Write `method: triplet` beside it, or leave it out.',
  },
  underTriplet('min_valid', {
    reads: ({ asking }) => asking.reader !== undefined,
    why: (test) => `belongs to tests that ask a placebo of each row, and ${test} does not`,
  }),
  underTriplet('min_steady', {
    reads: ({ asking, test }) => asking.reader !== undefined && makesPlacebo(test),
    why: (test) => `belongs to tests that make a placebo for each row (add_negation, word_order_answers), and ${test} does not`,
  }),
  {
    keys: ['measure'],
    reads: (config, value) =>
      config.test.measures === 'toxicity' &&
      config.test.perturbs &&
      (FACTS_OF[config.asking.method].endsEarly || (value === 'difference' && config.candidates.some(({ scorer }) => !scorer.judgesEach))),
    why: () => 'belongs to add_toxic_words and method: triplet',
    remedy: () => 'Write `method: triplet` beside it, or leave it out.',
  },
  {
    keys: ['min_answer_rate', 'min_refusal_rate'],
    reads: ({ test }) => test.sides !== undefined,
    why: ({ test }) => `belongs to the test refusal, which has two rates, and ${test.name} has one`,
    remedy: () => 'Write min_pass_rate.',
  },
];

function noScore({ test }: Resolved['config']): string {
  return `belongs to method: pair: under triplet each answer to ${test.name} is read by itself, and nothing has a score`;
}

/** Whether a threshold is a pair of ends, as a list or as Python writes it. */
function isInterval(value: unknown): boolean {
  return Array.isArray(value) || typeof value === 'string';
}

/** Returns an error for each key that no test reads, with the line to write. */
export function misplacedKeys({ raw, yaml }: Source, tests: readonly Resolved[]): ConfigError[] {
  const shared: readonly [section: object | null | undefined, path: Path][] = [
    [raw.evaluation, ['evaluation']],
    [raw.tests.defaults, ['tests', 'defaults']],
  ];
  const firstTriplet = tests.find(({ config }) => endsEarly(config));
  return OWNED_KEYS.flatMap(({ keys, reads, why, remedy }) =>
    keys.flatMap((key) => {
      const errorAt = (path: Path, config: Resolved['config']) =>
        new ConfigError(`\`${key}\` ${why(config)}`, { where: yaml.where(path, key), remedy: remedy(config) });
      const own = tests.flatMap(({ written, config }) => {
        const value = nearestOf(key, written.own);
        return value === undefined || reads(config, value) ? [] : [errorAt(written.path, config)];
      });
      const blamed = key === 'threshold' ? firstTriplet : (firstTriplet ?? tests[0]);
      const ofAll = shared.flatMap(([section, path]) => {
        const value = nearestOf(key, section);
        const isRead = value === undefined || tests.some(({ config }) => reads(config, value));
        return isRead || !blamed ? [] : [errorAt(path, blamed.config)];
      });
      return [...own, ...ofAll];
    }),
  );
}
