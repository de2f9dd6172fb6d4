import type { Rules } from '../config/rules.js';
import { GateError } from '../errors.js';
import type { Commit, Head } from './sides.js';
import { weakenedData, type WeakenedData } from './weakened-data.js';
import { weakenings } from './weakening.js';

/**
 * How the head weakens the gate, and what nobody knows about that: in its rules, and in the files that the reviewed rules read.
 * @param now the head's rules.
 */
export async function weakenedGate(reviewed: Commit, head: Head, now: Rules): Promise<WeakenedData> {
  const { name, rules } = reviewed;
  if (!('config' in rules)) {
    const why = 'problem' in rules ? ` (${rules.problem.message})` : '';
    return { told: [], unknown: [unknownBecause(`the configuration of the ${name} cannot be used${why}`)] };
  }
  const told = weakenings(rules, now) ?? [];
  try {
    // Data is read from two commits only where it may be other data.
    if (!(await reviewed.mayDiffer())) return { told, unknown: [] };
    const data = await weakenedData(rules.config, { base: await reviewed.folder(), head: await head.folderWith(reviewed.patterns) });
    return { told: [...told, ...data.told], unknown: data.unknown };
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    return { told, unknown: [`Whether this pull request changes the data that its gate reads is not known: ${error.message}.`] };
  }
}

export function unknownBecause(why: string): string {
  return `Whether this pull request weakens its own gate is not known: ${why}.`;
}
