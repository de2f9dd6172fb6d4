import { z } from 'zod';
import { ConfigError } from '../errors.ts';
import { quoted } from '../json.ts';
import { hubAdvice, keyAdvice, shareAdvice, spellingAdvice } from './advice.ts';
import { IS_GONE, removedKey } from './removed.ts';
import { valueAt, type LocatedYaml, type Path } from './positions.ts';
import { nearest } from '../language/nearest.ts';

/** A mistake that the schema finds. `path` leads to the value, or to the mapping that has `key`. */
type SchemaFinding = { path: Path; message: string; advice?: string } & (
  | { kind: 'wrong_value' | 'missing_key' }
  | { kind: 'wrong_key'; key: string }
  /** `explains`: path of the key that is missing because of this mistake. */
  | { kind: 'unknown_key'; key: string; explains?: Path }
  | { kind: 'removed_key'; key: string; instead: string }
);

const REMEDIES: Readonly<Record<Exclude<SchemaFinding['kind'], 'removed_key'>, string>> = {
  wrong_value: 'Correct the value.',
  missing_key: 'Add the key.',
  wrong_key: 'Rename the key.',
  unknown_key: 'Correct or remove the key.',
};

/** Maximum number of allowed names that a message lists. */
const MOST_LISTED = 5;

function allowedOf(names: readonly string[]): string {
  const moreCount = names.length - MOST_LISTED;
  return moreCount <= 1
    ? `allowed: ${names.join(', ')}`
    : `allowed: ${names.slice(0, MOST_LISTED).join(', ')} and ${moreCount} more`;
}

function unwrap(schema: z.ZodType | undefined): z.ZodType | undefined {
  while (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    schema = schema.unwrap() as z.ZodType;
  return schema;
}

function schemaBelow(schema: z.ZodType | undefined, step: string | number): z.ZodType | undefined {
  if (schema instanceof z.ZodUnion) {
    const options = schema.options as z.ZodType[];
    return options
      .map((option) => schemaBelow(unwrap(option), step))
      .find((schema) => schema !== undefined);
  }
  if (schema instanceof z.ZodArray)
    return typeof step === 'number' ? (schema.element as z.ZodType) : undefined;
  return schema instanceof z.ZodObject ? (schema.shape[step] as z.ZodType | undefined) : undefined;
}

/** Returns the schema of the value at a path; undefined if the schema has no such path. */
function schemaAt(root: z.ZodType, path: Path): z.ZodType | undefined {
  let schema = unwrap(root);
  for (const step of path) {
    schema = unwrap(schemaBelow(schema, step));
  }
  return schema;
}

/** True if a schema allows numbers from 0 to 1 at most. */
function isShare(schema: z.ZodType | undefined): boolean {
  return schema instanceof z.ZodNumber && (schema.maxValue ?? Infinity) <= 1;
}

/** Returns the keys that a schema allows in the mapping at a path; none for any other value. */
function keysAt(root: z.ZodType, path: Path): string[] {
  let schema = schemaAt(root, path);
  if (schema instanceof z.ZodUnion)
    schema = (schema.options as z.ZodType[]).find((option) => option instanceof z.ZodObject);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

const TYPES_IN_WORDS: Readonly<Record<string, string>> = {
  object: 'a mapping of keys',
  record: 'a mapping of keys',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

/** Returns a type of a schema in words. */
function typeInWords(type: string): string {
  return TYPES_IN_WORDS[type] ?? type;
}

function typeOfValueInWords(value: unknown): string {
  if (value === null) return 'an empty value';
  return typeInWords(Array.isArray(value) ? 'array' : typeof value);
}

/** Returns the issues of the one branch of a union that accepts the type of the written value. */
function issuesOfBranch({
  errors,
  path,
}: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue[] | undefined {
  const [fittingBranch, secondBranch] = errors.filter((branch) =>
    branch.every((issue) => issue.code !== 'invalid_type' || issue.path.length > 0),
  );
  return secondBranch
    ? undefined
    : fittingBranch?.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
}

type SizeIssue = z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig;

/** The size that a limit is about, for a value that is no number, by the origin of the issue. */
const SIZE_UNITS: Readonly<Record<string, string>> = {
  string: 'characters',
  array: 'entries',
  set: 'entries',
};

const BOUNDS = {
  too_small: { word: 'small', inclusive: 'at least', exclusive: 'more than' },
  too_big: { word: 'large', inclusive: 'at most', exclusive: 'less than' },
};

/** Returns what is wrong with a number outside of its bounds, or with the size of another value. */
function sizeProblem(issue: SizeIssue, value: unknown): ValueProblem {
  const limit = issue.code === 'too_small' ? issue.minimum : issue.maximum;
  const unit = SIZE_UNITS[issue.origin];
  if (unit === undefined) {
    const { word, inclusive, exclusive } = BOUNDS[issue.code];
    const share = issue.code === 'too_big' && limit === 1 ? shareAdvice(value) : undefined;
    return {
      problem: ` is too ${word}: ${quoted(value)}`,
      advice: share ?? `allowed: ${issue.inclusive ? inclusive : exclusive} ${limit}`,
    };
  }
  if (issue.code === 'too_big') return { problem: ` must have at most ${limit} ${unit}` };
  return { problem: limit === 1 ? ' must not be empty' : ` must have ${limit} or more ${unit}` };
}

/** Maximum number of findings in one file: each costs a search for the nearest key. */
const MOST_FINDINGS = 50;

/**
 * Returns an error for each issue of a schema, unknown keys first. Leaves out a missing key that an
 * unknown key explains.
 */
export function schemaErrors(
  issues: readonly z.core.$ZodIssue[],
  { schema, root, yaml }: { schema: z.ZodType; root: unknown; yaml: LocatedYaml },
): ConfigError[] {
  const findings = issues
    .slice(0, MOST_FINDINGS)
    .flatMap((issue) => findingsOf(issue, schema, root))
    .slice(0, MOST_FINDINGS);
  const unknownKeys = findings.filter((finding) => finding.kind === 'unknown_key');
  const explained = new Set(unknownKeys.map(({ explains }) => JSON.stringify(explains)));
  const otherFindings = findings.filter(
    ({ kind, path }) =>
      kind !== 'unknown_key' && (kind !== 'missing_key' || !explained.has(JSON.stringify(path))),
  );
  return [...unknownKeys, ...otherFindings].map((finding) => {
    const { path, message, advice } = finding;
    const key = 'key' in finding ? finding.key : undefined;
    return new ConfigError(advice === undefined ? message : `${message}; ${advice}`, {
      where: yaml.placeOf(path, key),
      remedy: finding.kind === 'removed_key' ? finding.instead : REMEDIES[finding.kind],
    });
  });
}

function findingsOf(issue: z.core.$ZodIssue, schema: z.ZodType, root: unknown): SchemaFinding[] {
  const path = issue.path as Path;
  const value = valueAt(root, path);
  const name = path.length > 0 ? quoted(path.join('.')) : 'the configuration';
  if (issue.code === 'unrecognized_keys') {
    const allowed = keysAt(schema, path);
    const keys = issue.keys.slice(0, MOST_FINDINGS);
    return keys.map((key) => unknownKeyFinding(path, key, allowed));
  }
  if (issue.code === 'invalid_type' && value === undefined) {
    const advice = `write ${typeInWords(issue.expected)}`;
    return [{ kind: 'missing_key', path, message: `${name} is missing`, advice }];
  }
  if (issue.code === 'invalid_union' && keysAt(schema, path).length > 0) {
    const branchIssues = issuesOfBranch(issue);
    if (branchIssues !== undefined)
      return branchIssues
        .slice(0, MOST_FINDINGS)
        .flatMap((branchIssue) => findingsOf(branchIssue, schema, root));
  }
  if (issue.code === 'invalid_key') {
    const key = String(path.at(-1));
    return issue.issues.map((keyIssue) => {
      const { problem, advice } = problemOf(keyIssue, key);
      return {
        kind: 'wrong_key',
        path: path.slice(0, -1),
        key,
        message: `${name}${problem}`,
        advice,
      };
    });
  }
  const { problem, advice } = problemOf(issue, value, schemaAt(schema, path));
  return [{ kind: 'wrong_value', path, message: `${name}${problem}`, advice }];
}

/** A problem of a value as the end of a sentence that its name begins, and what to do about it. */
interface ValueProblem {
  problem: string;
  advice?: string;
}

/** `schema`: that of the value; absent for a key. */
function problemOf(issue: z.core.$ZodIssue, value: unknown, schema?: z.ZodType): ValueProblem {
  switch (issue.code) {
    case 'invalid_type': {
      // A value at the root may be the content of another file, read through a link, so it is not
      // quoted.
      const writtenValue = issue.path.length > 0 ? quoted(value) : typeOfValueInWords(value);
      return {
        problem: ` must be ${typeInWords(issue.expected)}, not ${writtenValue}`,
        advice: isShare(schema) ? shareAdvice(value, schema) : undefined,
      };
    }
    case 'invalid_value': {
      const values = issue.values.map(String);
      const hub = issue.path.at(-1) === 'hub' ? hubAdvice(value) : undefined;
      const advice = hub ?? spellingAdvice(nearest(String(value), values)) ?? allowedOf(values);
      return { problem: ` cannot be ${quoted(value)}`, advice };
    }
    case 'too_small':
    case 'too_big':
      return sizeProblem(issue, value);
    case 'custom':
      // Such a message is a complete sentence about the value.
      return { problem: `: ${issue.message}` };
    default:
      return { problem: `: ${issue.message}, not ${quoted(value)}` };
  }
}

function unknownKeyFinding(path: Path, key: string, allowed: readonly string[]): SchemaFinding {
  const instead = removedKey([...path, key]);
  if (instead !== undefined) {
    const message = `${quoted([...path, key].join('.'))} ${IS_GONE}`;
    return { kind: 'removed_key', path, key, message, instead };
  }
  const { advice, explains } = keyAdvice(path, key, allowed);
  const message = `unknown key ${quoted([...path, key].join('.'))}`;
  const allowedKeys = allowed.length > 0 ? allowedOf(allowed) : undefined;
  return { kind: 'unknown_key', path, key, explains, message, advice: advice ?? allowedKeys };
}
