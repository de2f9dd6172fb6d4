import { z } from 'zod';
import { ConfigError } from '../errors.ts';
import { quoted } from '../json.ts';
import { hubAdvice, keyAdvice, shareAdvice, spellingAdvice } from './advice.ts';
import { valueAt, type LocatedYaml, type Path } from './positions.ts';
import { nearest } from '../language/nearest.ts';

/** A mistake that the schema finds. `path` leads to the wrong value, or to that with the key. */
type SchemaFinding = { path: Path; message: string; advice?: string } & (
  | { kind: 'wrong_value' | 'missing_key' }
  /** `explains`: path of the key that is missing because of this mistake. */
  | { kind: 'unknown_key'; key: string; explains?: Path }
);

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

/** Returns the keys that a schema allows in the mapping at a path; none for any other value. */
function keysAt(root: z.ZodType, path: Path): string[] {
  let schema = unwrap(root);
  for (const step of path) {
    schema = unwrap(schemaBelow(schema, step));
  }
  if (schema instanceof z.ZodUnion)
    schema = (schema.options as z.ZodType[]).find((option) => option instanceof z.ZodObject);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

const KINDS: Record<string, string> = {
  object: 'a mapping of keys',
  record: 'a mapping of keys',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

function kindNamed(type: string): string {
  return KINDS[type] ?? type;
}

function kindOf(value: unknown): string {
  const kind = Array.isArray(value) ? 'array' : typeof value;
  return kind === 'object' ? 'something else' : (KINDS[kind] ?? 'something else');
}

/** Returns the issues of the one branch of a union that has the written kind (mapping, list). */
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

const BOUNDS = {
  too_small: { word: 'small', inclusive: 'at least', exclusive: 'more than' },
  too_big: { word: 'large', inclusive: 'at most', exclusive: 'less than' },
};

function boundOf(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const { inclusive, exclusive } = BOUNDS[issue.code];
  const limit = issue.code === 'too_small' ? issue.minimum : issue.maximum;
  if (issue.origin === 'string' || issue.origin === 'array') return `${inclusive} ${limit} long`;
  return `${issue.inclusive ? inclusive : exclusive} ${limit}`;
}

/** Most findings of one file; each costs a search for the nearest key. */
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
    .flatMap((issue) => findingsOf(issue, schema, root));
  const unknownKeys = findings.filter((finding) => finding.kind === 'unknown_key');
  const explained = new Set(unknownKeys.map(({ explains }) => JSON.stringify(explains)));
  const otherFindings = findings.filter(
    ({ kind, path }) =>
      kind === 'wrong_value' || (kind === 'missing_key' && !explained.has(JSON.stringify(path))),
  );
  return [...unknownKeys, ...otherFindings].map((finding) => {
    const { path, message, advice } = finding;
    const key = finding.kind === 'unknown_key' ? finding.key : undefined;
    return new ConfigError(advice === undefined ? message : `${message}; ${advice}`, {
      where: yaml.placeOf(path, key),
      remedy: 'Correct it there.',
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
    const advice = `write ${kindNamed(issue.expected)}`;
    return [{ kind: 'missing_key', path, message: `${name} is missing`, advice }];
  }
  if (issue.code === 'invalid_union' && keysAt(schema, path).length > 0) {
    const branchIssues = issuesOfBranch(issue);
    if (branchIssues !== undefined)
      return branchIssues.flatMap((branchIssue) => findingsOf(branchIssue, schema, root));
  }
  const { problem, advice } = problemOf(issue, value);
  return [{ kind: 'wrong_value', path, message: `${name}${problem}`, advice }];
}

/** Returns what is wrong with a value, to follow its name, and what to do about it. */
function problemOf(issue: z.core.$ZodIssue, value: unknown): { problem: string; advice?: string } {
  switch (issue.code) {
    case 'invalid_type': {
      // A value at the root may be the content of another file, read through a link: it is not
      // quoted.
      const writtenValue = issue.path.length > 0 ? quoted(value) : kindOf(value);
      return {
        problem: ` must be ${kindNamed(issue.expected)}, not ${writtenValue}`,
        advice: issue.expected === 'number' ? shareAdvice(value) : undefined,
      };
    }
    case 'invalid_value': {
      const values = issue.values.map(String);
      const hub = issue.path.at(-1) === 'hub' ? hubAdvice(value) : undefined;
      const advice = hub ?? spellingAdvice(nearest(String(value), values)) ?? allowedOf(values);
      return { problem: ` cannot be ${quoted(value)}`, advice };
    }
    case 'too_small':
    case 'too_big': {
      const isAboveOne = issue.code === 'too_big' && issue.maximum === 1;
      const share = isAboveOne ? shareAdvice(value) : undefined;
      return {
        problem: ` is too ${BOUNDS[issue.code].word}: ${quoted(value)}`,
        advice: share ?? `allowed: ${boundOf(issue)}`,
      };
    }
    default:
      return { problem: `: ${issue.message}, not ${quoted(value)}` };
  }
}

function unknownKeyFinding(path: Path, key: string, allowed: readonly string[]): SchemaFinding {
  const { advice, explains } = keyAdvice(path, key, allowed);
  const message = `unknown key ${quoted([...path, key].join('.'))}`;
  const allowedKeys = allowed.length > 0 ? allowedOf(allowed) : undefined;
  return { kind: 'unknown_key', path, key, explains, message, advice: advice ?? allowedKeys };
}
