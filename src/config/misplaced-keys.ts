import { ConfigError } from '../errors.js';
import { hasThreeArms } from '../engine/perturbations/definition.js';
import type { Source, WrittenTest } from './config.js';
import type { TestConfig } from './keys/test.js';
import { FACTS_OF } from './keys/asking.js';
import { nearestOf } from './keys/key.js';
import type { Path } from './positions.js';

type SettingsOfTest = Pick<TestConfig, 'test' | 'asking' | 'candidates'>;

interface ResolvedTest {
  writtenTest: WrittenTest;
  config: SettingsOfTest;
}

interface OwnedKeys {
  keys: readonly string[];
  reads: (config: SettingsOfTest, value: unknown) => boolean;
  reason: (config: SettingsOfTest) => string;
  remedy: (config: SettingsOfTest) => string;
}

const endsEarly = ({ asking }: SettingsOfTest) => FACTS_OF[asking.method].endsEarly;
const WRITE_TRIPLET = 'Write `method: triplet` beside it, or remove it.';

/** Keys of `method: triplet`. `reasonUnderTriplet` says why a triplet test does not read them. */
function tripletKeys(
  keys: readonly string[],
  reads: OwnedKeys['reads'],
  reasonUnderTriplet?: (test: string) => string,
): OwnedKeys {
  const reasonIfTriplet = (config: SettingsOfTest) =>
    endsEarly(config) ? reasonUnderTriplet?.(config.test.name) : undefined;
  return {
    keys,
    reads,
    reason: (config) => reasonIfTriplet(config) ?? 'belongs to method: triplet',
    remedy: (config) => (reasonIfTriplet(config) === undefined ? WRITE_TRIPLET : 'Remove it.'),
  };
}

const OWNED_KEYS: readonly OwnedKeys[] = [
  {
    keys: ['threshold'],
    // A pair of ends is a list, or text in Python's notation.
    reads: ({ asking, test }, value) =>
      asking.reader === undefined && (test.measures === 'change' || typeof value === 'number'),
    reason: ({ test }) =>
      `belongs to method: pair: under triplet each answer to ${test.name} is read by itself and has no score`,
    remedy: () => 'Remove it, or write `method: pair` beside it.',
  },
  {
    keys: ['repeats'],
    reads: ({ test }) => test.measures !== 'divergence',
    reason: ({ test }) =>
      `does not belong to ${test.name}: the tokens that a model expects next are the same each time`,
    remedy: () => 'Remove it.',
  },
  {
    keys: ['decision'],
    reads: ({ asking }, value) => value === FACTS_OF[asking.method].decision,
    reason: ({ asking: { method } }) =>
      `is ${FACTS_OF[method].decision} under method: ${method}, and nothing else`,
    remedy: ({ asking: { method } }) =>
      `Remove it, or write \`method: ${FACTS_OF[method].otherMethod}\` beside it.`,
  },
  tripletKeys(['margin', 'alpha', 'beta'], endsEarly),
  tripletKeys(
    ['min_valid'],
    ({ asking }) => asking.reader !== undefined,
    (test) => `belongs to tests that ask a placebo of each row, and ${test} does not`,
  ),
  tripletKeys(
    ['min_steady'],
    ({ asking, test }) => asking.reader !== undefined && hasThreeArms(test),
    (test) =>
      `belongs to tests that ask a placebo of each row (add_negation, word_order_answers, contrast), and ${test} does not`,
  ),
  {
    keys: ['measure'],
    reads: (config, value) => {
      const { test, candidates } = config;
      if (test.measures !== 'toxicity' || !test.perturbation) return false;
      if (endsEarly(config)) return true;
      return value === 'difference' && candidates.some(({ scorer }) => !scorer.judgesEach);
    },
    reason: () => 'belongs to add_toxic_words and method: triplet',
    remedy: (config) => (endsEarly(config) ? 'Remove it.' : WRITE_TRIPLET),
  },
  {
    keys: ['min_answer_rate', 'min_refusal_rate'],
    reads: ({ test }) => test.sides !== undefined,
    reason: ({ test }) =>
      `belongs to the test refusal, which has two rates, and ${test.name} has one`,
    remedy: () => 'Write min_pass_rate.',
  },
  {
    keys: ['rules'],
    reads: ({ test }) => test.measures === 'rules',
    reason: () => 'belongs to the test rules',
    remedy: () => 'Remove it, or write the test `rules`.',
  },
];

export function misplacedKeys(
  { raw, yaml }: Source,
  tests: readonly ResolvedTest[],
): ConfigError[] {
  const shared: readonly [section: object | null | undefined, path: Path][] = [
    [raw.evaluation, ['evaluation']],
    [raw.tests.defaults, ['tests', 'defaults']],
  ];
  const firstTriplet = tests.find(({ config }) => endsEarly(config));
  const ownedKeys = OWNED_KEYS.flatMap(({ keys, ...owned }) =>
    keys.map((key) => ({ key, ...owned })),
  );
  return ownedKeys.flatMap(({ key, reads, reason, remedy }) => {
    const errorAt = (path: Path, config: SettingsOfTest) =>
      new ConfigError(`\`${key}\` ${reason(config)}`, {
        where: yaml.placeOf(path, key),
        remedy: remedy(config),
      });
    const isUnread = (section: object | null | undefined, readers: readonly ResolvedTest[]) => {
      const value = nearestOf(key, section);
      return value !== undefined && !readers.some(({ config }) => reads(config, value));
    };
    const blamed = key === 'threshold' ? firstTriplet : (firstTriplet ?? tests[0]);
    const errors = tests
      .filter((test) => isUnread(test.writtenTest.ownKeys, [test]))
      .map(({ writtenTest, config }) => errorAt(writtenTest.path, config));
    if (blamed === undefined) return errors;
    for (const [section, path] of shared)
      if (isUnread(section, tests)) errors.push(errorAt(path, blamed.config));
    return errors;
  });
}
