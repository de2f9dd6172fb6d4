import { distance } from 'fastest-levenshtein';
import { z } from 'zod';
import type { Path } from './positions.js';

/** One thing that is wrong, in the user's words. `key` is set where the key itself is the trouble, not its value. */
export interface Finding {
  path: Path;
  key?: string;
  message: string;
  allowed?: string;
}

/** A key three letters away is a misspelling; a key further away is another key. */
const NEAR = 3;

export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates.map((candidate) => ({ candidate, far: distance(word, candidate) }));
  ranked.sort((a, b) => a.far - b.far);
  const best = ranked[0];
  return best && best.far <= Math.min(NEAR, Math.max(word.length, best.candidate.length) - 1) ? best.candidate : undefined;
}

/** For the end of a sentence: `; did you mean 'prompt'?`, or nothing where no candidate is near. */
export function didYouMean(word: string, candidates: readonly string[]): string {
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

/** A value as a sentence quotes it, cut. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  const shown = JSON.stringify(value);
  return shown.length > 60 ? `${shown.slice(0, 57)}…` : shown;
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

/** Turns what zod found into sentences with what is allowed. */
export function explain(issues: readonly z.core.$ZodIssue[], schema: z.ZodType, value: unknown): Finding[] {
  return issues.slice(0, MOST_FINDINGS).flatMap((issue): Finding[] => {
    const path = issue.path as Path;
    const got = show(valueAt(value, path));
    const name = path.length > 0 ? `'${path.join('.')}'` : 'the configuration';
    switch (issue.code) {
      case 'unrecognized_keys': {
        const keys = keysAt(schema, path);
        return issue.keys.slice(0, MOST_FINDINGS).map((key) => {
          const close = nearest(key, keys);
          return {
            path,
            key,
            message: `unknown key '${[...path, key].join('.')}'${close ? `; did you mean '${close}'?` : ''}`,
            allowed: keys.join(', '),
          };
        });
      }
      case 'invalid_type': {
        const kind = KINDS[issue.expected] ?? issue.expected;
        if (valueAt(value, path) === undefined) return [{ path, message: `${name} is missing`, allowed: kind }];
        // No configuration at all may be another file, read through a link or by mistake: nothing of it is shown.
        const shown = path.length > 0 ? got : kindOf(value);
        return [{ path, message: `${name} must be ${kind}, not ${shown}`, allowed: kind }];
      }
      case 'invalid_value': {
        const close = nearest(String(valueAt(value, path)), issue.values.map(String));
        return [
          { path, message: `${name} cannot be ${got}${close ? `; did you mean '${close}'?` : ''}`, allowed: issue.values.join(', ') },
        ];
      }
      case 'too_small': {
        const bound =
          issue.origin === 'string' || issue.origin === 'array'
            ? `at least ${issue.minimum} long`
            : `${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`;
        return [{ path, message: `${name} is too small: ${got}`, allowed: bound }];
      }
      case 'too_big': {
        const bound =
          issue.origin === 'string' || issue.origin === 'array'
            ? `at most ${issue.maximum} long`
            : `${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}`;
        return [{ path, message: `${name} is too large: ${got}`, allowed: bound }];
      }
      case 'invalid_union': {
        const meant = keysAt(schema, path).length > 0 ? meantBy(issue) : undefined;
        if (meant) return explain(meant, schema, value);
        return [{ path, message: `${name}: ${issue.message}, not ${got}` }];
      }
      default:
        return [{ path, message: `${name}: ${issue.message}, not ${got}` }];
    }
  });
}
