import { ConfigError } from '../errors.ts';
import { hasThreeArms } from '../engine/perturbations/definition.ts';
import type { Source, WrittenTest } from './config.ts';
import type { TestConfig } from './keys/test.ts';
import { endsEarly, MEASURE_TRAITS, type MethodName } from './keys/methods.ts';
import { nearestOf } from './keys/key.ts';
import type { Path } from './positions.ts';

type SettingsOfTest = Pick<TestConfig, 'test' | 'asking' | 'candidates'>;

export interface ResolvedTest {
  writtenTest: WrittenTest;
  config: SettingsOfTest;
}

/** Keys that only some tests read. */
interface OwnedKeys {
  keys: readonly string[];
  reads: (config: SettingsOfTest, value: unknown) => boolean;
  /** Returns why a test does not read the key: the end of a sentence that begins with the key. */
  refuse: (config: SettingsOfTest) => { reason: string; remedy: string };
}

const asksUntilDecided = ({ asking }: SettingsOfTest) => endsEarly(asking.method);
const REMOVE = 'Remove it.';

/** A test with a fixed method refuses the other one. */
function removeOrWrite(method: MethodName, { test }: SettingsOfTest): string {
  return MEASURE_TRAITS[test.measures].fixedMethod === undefined
    ? `Remove it, or write \`method: ${method}\` beside it.`
    : REMOVE;
}

/** Keys of `method: triplet`. `reasonUnderTriplet` says why a test does not read them even then. */
function tripletKeys(
  keys: readonly string[],
  reads: OwnedKeys['reads'],
  reasonUnderTriplet: (test: string) => string,
): OwnedKeys {
  return {
    keys,
    reads,
    refuse: (config) =>
      asksUntilDecided(config) || config.test.measures !== 'change' || !hasThreeArms(config.test)
        ? { reason: reasonUnderTriplet(config.test.name), remedy: REMOVE }
        : { reason: 'belongs to method: triplet', remedy: removeOrWrite('triplet', config) },
  };
}

const OWNED_KEYS: readonly OwnedKeys[] = [
  {
    keys: ['threshold'],
    // A pair of ends is a list, or text in Python's notation.
    reads: ({ asking, test }, value) =>
      asking.reader === undefined && (test.measures === 'change' || typeof value === 'number'),
    refuse: (config) => ({
      reason: `belongs to method: pair: under triplet each answer to ${config.test.name} is read by itself and has no score`,
      remedy: removeOrWrite('pair', config),
    }),
  },
  {
    keys: ['margin', 'alpha', 'beta'],
    reads: asksUntilDecided,
    refuse: (config) => ({
      reason: 'belongs to method: triplet',
      remedy: removeOrWrite('triplet', config),
    }),
  },
  tripletKeys(
    ['min_valid'],
    ({ asking }) => asking.reader !== undefined,
    (test) => `belongs to tests that ask a placebo of each row, and ${test} does not`,
  ),
  tripletKeys(
    ['min_steady'],
    ({ asking, test }) => asking.reader !== undefined && hasThreeArms(test),
    (test) =>
      `belongs to tests that ask a placebo of each row (add_negation, contrast), and ${test} does not`,
  ),
  {
    keys: ['measure'],
    reads: (config, value) => {
      const { test, candidates } = config;
      if (test.measures !== 'toxicity' || !test.perturbation) return false;
      if (asksUntilDecided(config)) return true;
      return value === 'difference' && candidates.some(({ scorer }) => !scorer.judgesEach);
    },
    refuse: (config) => ({
      reason: 'belongs to add_toxic_words and method: triplet',
      remedy: asksUntilDecided(config) ? REMOVE : removeOrWrite('triplet', config),
    }),
  },
  {
    keys: ['min_answer_rate', 'min_refusal_rate'],
    reads: ({ test }) => test.sides !== undefined,
    refuse: ({ test }) => ({
      reason: `belongs to the test refusal, which has two rates, and ${test.name} has one`,
      remedy: 'Write min_pass_rate.',
    }),
  },
  {
    keys: ['rules'],
    reads: ({ test }) => test.measures === 'rules',
    refuse: () => ({
      reason: 'belongs to the test rules',
      remedy: 'Remove it, or write the test `rules`.',
    }),
  },
];

/** A section whose keys hold for several tests. */
interface SharedSection {
  section: object | null | undefined;
  path: Path;
}

/** Returns an error for each key that no test of its section reads. */
export function misplacedKeys(
  { raw, yaml }: Source,
  tests: readonly ResolvedTest[],
): ConfigError[] {
  const sharedSections: readonly SharedSection[] = [
    { section: raw.evaluation, path: ['evaluation'] },
    { section: raw.tests.defaults, path: ['tests', 'defaults'] },
  ];
  return OWNED_KEYS.flatMap(({ keys, reads, refuse }) =>
    keys.flatMap((key) => {
      const isUnread = (section: SharedSection['section'], readers: readonly ResolvedTest[]) => {
        const value = nearestOf(key, section);
        return value !== undefined && !readers.some(({ config }) => reads(config, value));
      };
      const errorAt = (path: Path, config: SettingsOfTest) => {
        const { reason, remedy } = refuse(config);
        return new ConfigError(`\`${key}\` ${reason}`, { where: yaml.placeOf(path, key), remedy });
      };
      const ownErrors = tests
        .filter((test) => isUnread(test.writtenTest.ownKeys, [test]))
        .map(({ writtenTest, config }) => errorAt(writtenTest.path, config));
      const example = exampleFor(key, tests);
      if (example === undefined) return ownErrors;
      const sharedErrors = sharedSections
        .filter(({ section }) => isUnread(section, tests))
        .map(({ path }) => errorAt(path, example.config));
      return [...ownErrors, ...sharedErrors];
    }),
  );
}

/**
 * Returns the test whose reason explains why no test reads a key of a shared section: a triplet
 * test, if there is one.
 */
function exampleFor(key: string, tests: readonly ResolvedTest[]): ResolvedTest | undefined {
  const firstTriplet = tests.find(({ config }) => asksUntilDecided(config));
  return key === 'threshold' ? firstTriplet : (firstTriplet ?? tests[0]);
}
