import type { Provocation } from '../engine/sample.js';
import { DataError } from '../errors.js';
import { quoted } from '../json.js';
import { didYouMeanSentence } from './printable.js';
import type { RawRow } from './source.js';

export async function loadProvocations(): Promise<readonly Provocation[]> {
  return (await import('./builtin/provocations.json', { with: { type: 'json' } }))
    .default as Provocation[];
}

/** Each set is a chunk of its own in the bundle: a run loads the one it names. */
const SETS: Readonly<Record<string, () => Promise<Record<string, unknown>[]>>> = {
  statements: async () =>
    (await import('./builtin/statements.json', { with: { type: 'json' } })).default,
  'multiple-choice': async () =>
    (await import('./builtin/multiple-choice.json', { with: { type: 'json' } })).default,
  'negation-scope': async () =>
    (await import('./builtin/negation-scope.json', { with: { type: 'json' } })).default,
  sentences: async () =>
    (await import('./builtin/sentences.json', { with: { type: 'json' } })).default,
  provocations: async () => (await loadProvocations()).map((row) => ({ ...row })),
  safety: async () => (await import('./builtin/safety.json', { with: { type: 'json' } })).default,
};

export const BUILTIN_NAMES = Object.keys(SETS);

const SOURCES = BUILTIN_NAMES.map((name) => `builtin:${name}`).join(', ');

/** Rows of a built-in set: `builtin:statements#1`, `#2` … @throws DataError for an unknown name */
export async function* readBuiltin(
  name: string,
  where: string | undefined,
): AsyncGenerator<RawRow> {
  const read = Object.hasOwn(SETS, name) ? SETS[name] : undefined;
  if (!read) {
    const remedy = `Use one of ${SOURCES}.`;
    throw new DataError(
      `There is no built-in data set ${quoted(name)}.${didYouMeanSentence(name, BUILTIN_NAMES)}`,
      { where, remedy },
    );
  }
  for (const [index, value] of (await read()).entries()) {
    yield { value, source: `builtin:${name}#${index + 1}` };
  }
}
