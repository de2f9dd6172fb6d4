import type { Pressure, Provocation } from '../engine/sample.ts';
import { DataError } from '../errors.ts';
import { quoted } from '../json.ts';
import { didYouMeanSentence } from './printable.ts';
import type { DataOptions, RawRow } from './source.ts';

export async function loadProvocations(): Promise<readonly Provocation[]> {
  return (await import('./builtin/provocations.json', { with: { type: 'json' } }))
    .default as Provocation[];
}

export async function loadPressure(): Promise<readonly Pressure[]> {
  return (await import('./builtin/pressure.json', { with: { type: 'json' } })).default;
}

type SetOptions = Pick<DataOptions, 'seed' | 'limit'> & { negations: number | undefined };

/** Each set is a separate chunk of the bundle, so a run loads only the set that it names. */
const SETS: Readonly<Record<string, (options: SetOptions) => Promise<Record<string, unknown>[]>>> =
  {
    statements: async () =>
      (await import('./builtin/statements.json', { with: { type: 'json' } })).default,
    'multiple-choice': async () =>
      (await import('./builtin/multiple-choice.json', { with: { type: 'json' } })).default,
    'negation-scope': async () =>
      (await import('./builtin/negation-scope.json', { with: { type: 'json' } })).default,
    'house-rules': async (options) => (await import('./house-rules/pairs.ts')).houseRules(options),
    sentences: async () =>
      (await import('./builtin/sentences.json', { with: { type: 'json' } })).default,
    provocations: async () => (await loadProvocations()).map((row) => ({ ...row })),
    pressure: async () => (await loadPressure()).map((row) => ({ ...row })),
    safety: async () => (await import('./builtin/safety.json', { with: { type: 'json' } })).default,
  };

export const BUILTIN_NAMES = Object.keys(SETS);

const SOURCES = BUILTIN_NAMES.map((name) => `builtin:${name}`).join(', ');

/**
 * Rows of a built-in set: `builtin:statements#1`, `#2` …
 *
 * @throws DataError for an unknown name or parameter
 */
export async function* readBuiltin(
  name: string,
  { place, seed, limit }: Pick<DataOptions, 'place' | 'seed' | 'limit'>,
): AsyncGenerator<RawRow> {
  const [set = '', parameter] = name.split(/\?(.*)/s);
  const readSet = Object.hasOwn(SETS, set) ? SETS[set] : undefined;
  if (!readSet) {
    const remedy = `Use one of ${SOURCES}.`;
    throw new DataError(
      `There is no built-in data set ${quoted(set)}.${didYouMeanSentence(set, BUILTIN_NAMES)}`,
      { where: place, remedy },
    );
  }
  const negations = negationsIn(set, parameter, place);
  for (const [index, value] of (await readSet({ seed, limit, negations })).entries()) {
    yield { value, source: `builtin:${name}#${index + 1}` };
  }
}

function negationsIn(
  set: string,
  parameter: string | undefined,
  place: string | undefined,
): number | undefined {
  if (parameter === undefined) return undefined;
  const source = `builtin:${set}`;
  if (set !== 'house-rules') {
    const message = `The data set ${source} takes no parameter, and has ${quoted(parameter)}.`;
    throw new DataError(message, { where: place, remedy: `Write ${source}.` });
  }
  const [, negations] = /^negations=([1-4])$/.exec(parameter) ?? [];
  if (negations !== undefined) return Number(negations);
  const message = `The data set ${source} takes negations=1 to negations=4, not ${quoted(parameter)}.`;
  throw new DataError(message, {
    where: place,
    remedy: `Write ${source}?negations=2, or ${source} for any number of negations.`,
  });
}
