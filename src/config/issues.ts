import { quoted } from '../json.js';
import { distance } from 'fastest-levenshtein';
import { z } from 'zod';
import type { Path } from './positions.js';

/** One thing that is wrong, in the user's words. `key` is set where the key itself is the trouble, not its value. */
interface Finding {
  path: Path;
  key?: string;
  message: string;
  allowed?: string | undefined;
}

/** A key three letters away is a misspelling; a key further away is another key. */
const NEAR = 3;

export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates.map((candidate) => ({ candidate, far: distance(word, candidate) }));
  ranked.sort((a, b) => a.far - b.far);
  const best = ranked[0];
  return best && best.far <= Math.min(NEAR, Math.max(word.length, best.candidate.length) - 1) ? best.candidate : undefined;
}

/** A clause for the end of a sentence: `; did you mean 'prompt'?`, or nothing where no candidate is near. */
export function didYouMeanClause(word: string, candidates: readonly string[]): string {
  const close = nearest(word, candidates);
  return close ? `; did you mean '${close}'?` : '';
}

function unwrap(schema: z.ZodType | undefined): z.ZodType | undefined {
  while (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) schema = schema.unwrap() as z.ZodType;
  return schema;
}

/** Of what may be one or a list of them, the one that a step leads into. */
function within(schema: z.ZodType | undefined, step: string | number): z.ZodType | undefined {
  if (schema instanceof z.ZodUnion) {
    const options = schema.options as z.ZodType[];
    return options.map((option) => within(unwrap(option), step)).find((found) => found !== undefined);
  }
  if (schema instanceof z.ZodArray) return typeof step === 'number' ? (schema.element as z.ZodType) : undefined;
  return schema instanceof z.ZodObject ? (schema.shape[step] as z.ZodType | undefined) : undefined;
}

function keysAt(root: z.ZodType, path: Path): string[] {
  let schema = unwrap(root);
  for (const step of path) {
    schema = unwrap(within(schema, step));
  }
  if (schema instanceof z.ZodUnion) schema = (schema.options as z.ZodType[]).find((option) => option instanceof z.ZodObject);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return { string: 'a text', number: 'a number', boolean: 'true or false' }[typeof value as string] ?? 'something else';
}

function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<string | number, unknown> | null | undefined)?.[step], root);
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

/** Of a mapping or a list of such, what is wrong within the one that was written; undefined where it is neither. */
function meantBy({ errors, path }: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue[] | undefined {
  const [meant, other] = errors.filter((found) => found.every((one) => one.code !== 'invalid_type' || one.path.length > 0));
  return other ? undefined : meant?.map((one) => ({ ...one, path: [...path, ...one.path] }));
}

/** Nobody mends more at once; where everything is wrong, each would be looked up in all the rest. */
const MOST_FINDINGS = 50;

/** How a value is too small or too large, and how its bound is called, which it may reach or not. */
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

/** Turns what zod found into sentences with what is allowed. */
export function explain(issues: readonly z.core.$ZodIssue[], schema: z.ZodType, root: unknown): Finding[] {
  return issues.slice(0, MOST_FINDINGS).flatMap((issue): Finding[] => {
    const path = issue.path as Path;
    const value = valueAt(root, path);
    const got = quoted(value);
    const name = path.length > 0 ? quoted(path.join('.')) : 'the configuration';
    const found = (message: string, allowed?: string) => [{ path, message: `${name}${message}`, allowed }];
    switch (issue.code) {
      case 'unrecognized_keys': {
        const keys = keysAt(schema, path);
        const allowed = keys.join(', ');
        return issue.keys.slice(0, MOST_FINDINGS).map((key) => {
          const message = `unknown key ${quoted([...path, key].join('.'))}${didYouMeanClause(key, keys)}`;
          return { path, key, message, allowed };
        });
      }
      case 'invalid_type': {
        const kind = KINDS[issue.expected] ?? issue.expected;
        if (value === undefined) return found(' is missing', kind);
        // No configuration at all may be another file, read through a link or by mistake: nothing of it is shown.
        return found(` must be ${kind}, not ${path.length > 0 ? got : kindOf(value)}`, kind);
      }
      case 'invalid_value':
        return found(` cannot be ${got}${didYouMeanClause(String(value), issue.values.map(String))}`, issue.values.join(', '));
      case 'too_small':
      case 'too_big':
        return found(` is too ${BOUNDS[issue.code].word}: ${got}`, boundOf(issue));
      default: {
        const meant = issue.code === 'invalid_union' && keysAt(schema, path).length > 0 ? meantBy(issue) : undefined;
        return meant ? explain(meant, schema, root) : found(`: ${issue.message}, not ${got}`);
      }
    }
  });
}
