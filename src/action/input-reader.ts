/** The form of an input's reader, and the readers of values that several inputs share. */
import { ConfigError } from '../errors.ts';
import { quoted } from '../json.ts';
import type { SecretVariables } from '../models/environment.ts';

export interface InputContext {
  name: string;
  /** Returns the value of another variable; undefined if it is not set. */
  variable: (name: string) => string | undefined;
  workspace: string;
}

/**
 * Reads the text of an input; undefined if the input is missing or empty.
 * @throws ConfigError
 */
export interface InputReader<T> {
  (value: string | undefined, context: InputContext): T;
  holds?: keyof SecretVariables;
}

/** Marks the reader of an input that holds a secret. */
export function markSecret<T>(
  holds: keyof SecretVariables,
  reader: InputReader<T>,
): InputReader<T> {
  return Object.assign(reader, { holds });
}

export function readText(): InputReader<string | undefined> {
  return (value) => value;
}

export function readOneOf<const T extends string>(
  allowed: readonly T[],
  fallback: T,
): InputReader<T> {
  return (value = fallback, { name }) => {
    const choice = allowed.find((candidate) => candidate === value);
    if (choice === undefined)
      throw notAllowedError(`input '${name}'`, value, `Allowed: ${allowed.join(', ')}.`);
    return choice;
  };
}

export function optional<T>(
  parse: (value: string, context: InputContext) => T,
): InputReader<T | undefined> {
  return (value, context) => (value === undefined ? undefined : parse(value, context));
}

export function readPositiveInteger(value: string, { name }: InputContext): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < 1 || !Number.isSafeInteger(number)) {
    throw notAllowedError(
      `input '${name}'`,
      value,
      'Allowed: a whole number of 1 or more, in digits.',
    );
  }
  return number;
}

export function splitLines(value: string): string[] {
  return value
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter(Boolean);
}

export const FAILING = ['fail', 'inconclusive', 'error'] as const;
type Failing = (typeof FAILING)[number];

/** Reads a list of outcomes. `none` stands alone and gives an empty list. */
export function readFailingOutcomes(name: string, value: string): Failing[] {
  const outcomes = splitLines(value);
  if (outcomes.length === 1 && outcomes[0] === 'none') return [];
  const unknownOutcome = outcomes.find((name) => !FAILING.some((outcome) => outcome === name));
  if (unknownOutcome === undefined && outcomes.length > 0)
    return FAILING.filter((outcome) => outcomes.includes(outcome));
  throw notAllowedError(
    `input '${name}'`,
    unknownOutcome ?? value,
    `Allowed: ${FAILING.join(', ')}, separated by commas, or none alone.`,
  );
}

export function readVariableName(value: string): string {
  if (/^[A-Za-z_]\w*$/.test(value)) return value;
  throw notAllowedError(
    "input 'header-variables'",
    value,
    'Allowed: names of environment variables without `$`, one a line: OUR_TOKEN.',
  );
}

export function notAllowedError(source: string, value: string, remedy: string): ConfigError {
  return new ConfigError(`${quoted(value)} is not allowed`, { where: source, remedy });
}
