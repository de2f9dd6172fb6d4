import { DataError } from '../shared/errors.ts';
import { entryOf, quoted } from '../shared/json.ts';
import { quotedNames } from './printable.ts';

const JSON_FILE = { with: { type: 'json' } } as const;

/** All sets. Each is a chunk of the bundle, loaded only if a run uses the set. */
const SETS = {
  statements: () => import('./builtin/statements.json', JSON_FILE),
  'multiple-choice': () => import('./builtin/multiple-choice.json', JSON_FILE),
  'negation-scope': () => import('./builtin/negation-scope.json', JSON_FILE),
  'house-rules': () => import('./builtin/house-rules.json', JSON_FILE),
  sentences: () => import('./builtin/sentences.json', JSON_FILE),
  safety: () => import('./builtin/safety.json', JSON_FILE),
  // Lines that tests add to texts, to provoke a model or put a bot under pressure.
  provocations: () => import('./builtin/provocations.json', JSON_FILE),
  pressure: () => import('./builtin/pressure.json', JSON_FILE),
};

export const BUILTIN_NAMES = Object.keys(SETS);

/**
 * The rows of a built-in set: `builtin:statements#1`, `#2` …
 *
 * @throws DataError for an unknown name
 */
export async function readBuiltin(name: string, place?: string) {
  const load = entryOf(SETS, name);
  if (!load)
    throw new DataError(`There is no built-in data set ${quoted(name)}`, {
      where: place,
      remedy: `Use builtin: with one of these names: ${quotedNames(BUILTIN_NAMES)}.`,
    });
  return (await load()).default.map((cells: Record<string, unknown>, i) => ({
    cells,
    source: `builtin:${name}#${i + 1}`,
  }));
}

export async function loadLines(name: 'provocations' | 'pressure') {
  return (await SETS[name]()).default;
}
