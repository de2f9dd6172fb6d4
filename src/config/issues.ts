import { z } from 'zod';
import { didYouMean } from '../errors.js';
import { quoted } from '../json.js';
import { hubAdvice, keyAdvice, shareAdvice } from './advice.js';
import { valueAt, type Path } from './positions.js';

/** A mistake that the schema finds, in words. `key` is set if the key itself is wrong. */
interface SchemaFinding {
  path: Path;
  key?: string;
  message: string;
  remedy?: string;
}

const MOST_LISTED = 5;

function allowedOf(names: readonly string[]): string {
  const moreCount = names.length - MOST_LISTED;
  return moreCount <= 1
    ? names.join(', ')
    : `${names.slice(0, MOST_LISTED).join(', ')} and ${moreCount} more`;
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

function kindOf(value: unknown): string {
  const kind = Array.isArray(value) ? 'array' : typeof value;
  return kind === 'object' ? 'something else' : (KINDS[kind] ?? 'something else');
}

/** Returns the issues of the one branch of a union that has the written kind (mapping, list). */
function meantBy({ errors, path }: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue[] | undefined {
  const [fittingBranch, secondBranch] = errors.filter((branch) =>
    branch.every((issue) => issue.code !== 'invalid_type' || issue.path.length > 0),
  );
  return secondBranch
    ? undefined
    : fittingBranch?.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
}

/** Most findings of one file; each costs a search for the nearest key. */
const MOST_FINDINGS = 50;

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

/**
 * Returns the issues of a schema as findings. Wrong keys come first: a misspelt key explains a
 * missing one.
 */
export function explainIssues(
  issues: readonly z.core.$ZodIssue[],
  schema: z.ZodType,
  root: unknown,
): SchemaFinding[] {
  const findings = issues
    .slice(0, MOST_FINDINGS)
    .flatMap((issue): SchemaFinding[] => findingsOf(issue, schema, root));
  const isShadow = ({ path, key }: SchemaFinding) =>
    key === undefined &&
    valueAt(root, path) === undefined &&
    findings.some(
      (finding) =>
        finding.key !== undefined &&
        finding.path.join('\0') === path.slice(0, -1).join('\0') &&
        finding.remedy?.includes(String(path.at(-1))),
    );
  return findings
    .filter((finding) => !isShadow(finding))
    .sort((a, b) => Number(b.key !== undefined) - Number(a.key !== undefined));
}

function findingsOf(issue: z.core.$ZodIssue, schema: z.ZodType, root: unknown): SchemaFinding[] {
  const path = issue.path as Path;
  const value = valueAt(root, path);
  const got = quoted(value);
  const name = path.length > 0 ? quoted(path.join('.')) : 'the configuration';
  const findingHere = (message: string, remedy?: string) => [
    { path, message: `${name}${message}`, remedy },
  ];
  switch (issue.code) {
    case 'unrecognized_keys': {
      const keys = keysAt(schema, path);
      const allowed = keys.length > 0 ? `allowed: ${allowedOf(keys)}` : undefined;
      return issue.keys.slice(0, MOST_FINDINGS).map((key) => {
        const message = `unknown key ${quoted([...path, key].join('.'))}`;
        return { path, key, message, remedy: keyAdvice(path, key, keys) ?? allowed };
      });
    }
    case 'invalid_type': {
      const kind = KINDS[issue.expected] ?? issue.expected;
      if (value === undefined) return findingHere(' is missing', `write ${kind}`);
      const advice = issue.expected === 'number' ? shareAdvice(value) : undefined;
      // A value at the root may be the content of another file, read through a link: it is not
      // quoted.
      return findingHere(` must be ${kind}, not ${path.length > 0 ? got : kindOf(value)}`, advice);
    }
    case 'invalid_value': {
      const values = issue.values.map(String);
      const hub = path.at(-1) === 'hub' ? hubAdvice(value) : undefined;
      const advice = hub ?? didYouMean(String(value), values).slice(2);
      return findingHere(` cannot be ${got}`, advice || `allowed: ${allowedOf(values)}`);
    }
    case 'too_small':
    case 'too_big': {
      const share =
        issue.code === 'too_big' && issue.maximum === 1 ? shareAdvice(value) : undefined;
      return findingHere(
        ` is too ${BOUNDS[issue.code].word}: ${got}`,
        share ?? `allowed: ${boundOf(issue)}`,
      );
    }
    default: {
      const branchIssues =
        issue.code === 'invalid_union' && keysAt(schema, path).length > 0
          ? meantBy(issue)
          : undefined;
      return branchIssues
        ? branchIssues.flatMap((issue) => findingsOf(issue, schema, root))
        : findingHere(`: ${issue.message}, not ${got}`);
    }
  }
}
