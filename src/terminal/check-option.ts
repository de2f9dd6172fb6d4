import { didYouMeanClause } from '../config/issues.js';
import { HUBS } from '../models/hubs/registry.js';
import { SETS, usageError, type OptionName } from './options.js';

/** @throws ConfigError where the option is given and has a problem. */
export function checkOption(name: OptionName, value: string | undefined, problemOf: (value: string) => string | undefined): void {
  const problem = value === undefined ? undefined : problemOf(value);
  if (problem !== undefined) throw usageError(`--${name}: ${problem}`);
}

export function hubProblem(hub: string): string | undefined {
  return unknown('hub', hub, HUBS);
}

export function dataProblem(data: string): string | undefined {
  return data.startsWith('builtin:') ? unknown('set', data, SETS) : undefined;
}

function unknown(kind: string, name: string, known: readonly string[]): string | undefined {
  return known.includes(name)
    ? undefined
    : `there is no ${kind} '${name}'${didYouMeanClause(name, known) || '.'} There are ${known.join(', ')}.`;
}
