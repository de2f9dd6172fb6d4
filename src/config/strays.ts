import { ConfigError } from '../errors.js';
import { makesPlacebo } from '../engine/tests/test.js';
import type { TestConfig, Source, WrittenTest } from './config.js';
import { FACTS_OF, isAskedUntilDecided } from './keys/asking.js';
import { nearestOf } from './keys/key.js';
import type { Path } from './positions.js';

interface Resolved {
  written: WrittenTest;
  config: Pick<TestConfig, 'test' | 'asking' | 'candidates'>;
}

interface Belongs {
  keys: readonly string[];
  reads: (config: Resolved['config'], value: unknown) => boolean;
  why: (config: Resolved['config']) => string;
  remedy: (config: Resolved['config']) => string;
}

const endsEarly = ({ asking }: Resolved['config']) => FACTS_OF[asking.method].endsEarly;
const backToPair = () => 'Leave it out, or write `method: pair` beside it.';

function underTriplet(key: string, { reads, why }: Pick<Belongs, 'reads'> & { why: (test: string) => string }): Belongs {
  return {
    keys: [key],
    reads,
    why: (config) => (endsEarly(config) ? why(config.test.name) : 'belongs to method: triplet'),
    remedy: (config) => (endsEarly(config) ? 'Leave it out there.' : 'Write `method: triplet` beside it, or leave it out.'),
  };
}

/** Keys that one way of asking or deciding reads, and another does not. */
const BELONGINGS: readonly Belongs[] = [
  {
    keys: ['threshold'],
    reads: ({ asking, test }, value) => asking.reader === undefined && (test.measures === 'change' || !isInterval(value)),
    why: noScore,
    remedy: backToPair,
  },
  { keys: ['thresholds', 'combine'], reads: ({ asking }) => asking.reader === undefined, why: noScore, remedy: backToPair },
  {
    keys: ['repeats'],
    reads: ({ test }) => test.measures !== 'divergence',
    why: ({ test }) => `has no place in ${test.name}: what a model expects next does not change by itself`,
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
    reads: isAskedUntilDecided,
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
      (isAskedUntilDecided(config) || (value === 'difference' && config.candidates.some(({ scorer }) => !scorer.judgesEach))),
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

/** A pair of ends, as a list or as Python writes it: of tests of change. */
function isInterval(value: unknown): boolean {
  return Array.isArray(value) || typeof value === 'string';
}

/** Refuses a key that no test reads. @throws ConfigError that names the line to write. */
export function refuseStrays({ raw, yaml }: Source, tests: readonly Resolved[]): void {
  const shared: readonly [section: object | null | undefined, path: Path][] = [
    [raw.evaluation, ['evaluation']],
    [raw.tests.defaults, ['tests', 'defaults']],
  ];
  const concerned = tests.find(({ config }) => endsEarly(config));
  for (const { keys, reads, why, remedy } of BELONGINGS) {
    for (const key of keys) {
      const refuse = (path: Path, config: Resolved['config']): never => {
        throw new ConfigError(`\`${key}\` ${why(config)}`, { where: yaml.where(path, key), remedy: remedy(config) });
      };
      for (const { written, config } of tests) {
        const value = nearestOf(key, written.own);
        if (value !== undefined && !reads(config, value)) refuse(written.path, config);
      }
      const blamed = key.startsWith('threshold') || key === 'combine' ? concerned : (concerned ?? tests[0]);
      for (const [section, path] of shared) {
        const value = nearestOf(key, section);
        if (value === undefined || !blamed || tests.some(({ config }) => reads(config, value))) continue;
        refuse(path, blamed.config);
      }
    }
  }
}
