import { DataError } from '../errors.js';
import { scanJson } from './json-scan.js';
import type { RawRow } from './source.js';
import { kindOf } from './printable.js';
import { isMapping, jsonIn, MAX_DEPTH, quoted, tooDeepAt } from '../json.js';

/**
 * Parses JSON, with an error that says where.
 *
 * @param name file that the text stands in
 * @param line line of the file that the text starts at, from 1
 * @throws DataError with file, line and column
 */
export function parseJson(text: string, name: string, line = 1): unknown {
  const where = (offset: number) => {
    const before = text.slice(0, offset).split('\n');
    return `${name}:${line + before.length - 1}:${before.at(-1)!.length + 1}`;
  };
  const value = jsonIn(text);
  if (value !== undefined) return value;
  const deep = tooDeepAt(text);
  if (deep !== undefined) {
    throw new DataError(`The JSON is nested deeper than ${MAX_DEPTH} levels.`, {
      where: where(deep),
      remedy: 'Write lists and objects with fewer levels, or take out what no test reads.',
    });
  }
  const error = scanJson(text).error ?? text.length;
  const rest = text.slice(error, error + 30);
  throw new DataError(rest === '' ? 'The JSON ends too early.' : `This is not valid JSON: ${quoted(rest)}.`, {
    where: where(error),
    remedy: 'Correct the syntax: double quotes, no comma after the last entry, no comments.',
  });
}

/** A parsed value as a row. @throws DataError unless it is an object or a string */
export function asRow(value: unknown, where: () => string): RawRow['value'] {
  if (typeof value === 'string' || isMapping(value)) return value;
  throw new DataError(`This row is ${kindOf(value)}.`, {
    where: where(),
    remedy: 'Write every row as an object with a column for the text, or as a string.',
  });
}
