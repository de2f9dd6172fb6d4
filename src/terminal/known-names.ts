/** Checks of names of hubs and of built-in sets, for commands that read no configuration. */
import { BUILTIN_NAMES } from '../data/builtin.ts';
import { HUBS } from '../models/hubs/registry.ts';
import { usageError, type OptionName } from './options.ts';
import { didYouMean } from '../language/nearest.ts';

/** @throws ConfigError if the option is given and has a problem */
export function checkOption(
  name: OptionName,
  value: string | undefined,
  problemOf: (value: string) => string | undefined,
): void {
  const problem = value === undefined ? undefined : problemOf(value);
  if (problem !== undefined) throw usageError(`--${name}: ${problem}`);
}

export function hubProblem(hub: string): string | undefined {
  return problemOfName('hub', hub, HUBS);
}

const SETS = BUILTIN_NAMES.map((name) => `builtin:${name}`);

/** Returns the problem of a built-in set; undefined for any other source. */
export function dataProblem(data: string): string | undefined {
  if (!data.startsWith('builtin:')) return undefined;
  const [set = ''] = data.split('?');
  return problemOfName('set', set, SETS);
}

function problemOfName(
  kind: string,
  name: string,
  knownNames: readonly string[],
): string | undefined {
  if (knownNames.includes(name)) return undefined;
  return `there is no ${kind} '${name}'${didYouMean(name, knownNames) || '.'} There are ${knownNames.join(', ')}.`;
}
