/** Readers of inputs that choose a job's work: shard, proof, watch, record, failing outcomes. */
import {
  parseRequirement,
  REQUIREMENTS_ALLOWED,
  type Requirement,
} from '../engine/proof/faults.ts';
import { parseShard, SHARDS_ALLOWED, type Shard } from '../engine/verdict/shard.ts';
import { ConfigError } from '../errors.ts';
import {
  notAllowedError,
  readBoolean,
  refuseTogetherWith,
  splitLines,
  type InputContext,
} from './input-reader.ts';

export const FAILING = ['fail', 'inconclusive', 'error'] as const;
export type Failing = (typeof FAILING)[number];

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

export type RecordPlace = { branch: string } | 'cache';

/** A branch name that needs no quoting. */
const BRANCH = /^branch\s+(?<branch>[A-Za-z0-9_][\w./-]{0,199})$/;

export function readRecordPlace(value: string): RecordPlace {
  if (value === 'cache') return value;
  const branch = BRANCH.exec(value)?.groups?.['branch'];
  if (branch !== undefined && isBranchName(branch)) return { branch };
  throw notAllowedError(
    "input 'history'",
    value,
    'Allowed: `cache`, or `branch NAME` such as `branch sensitivity-history`.',
  );
}

/** True for a name that git accepts (git check-ref-format). */
function isBranchName(name: string): boolean {
  const isPart = (part: string) => part !== '' && !/^\.|\.$|\.lock$/.test(part);
  return !name.includes('..') && name.split('/').every(isPart);
}

export function readShard(value: string, context: InputContext): Shard {
  refuseTogetherWith(context, 'publish-from');
  const shard = parseShard(value);
  if (shard === undefined) throw notAllowedError(`input '${context.name}'`, value, SHARDS_ALLOWED);
  return shard;
}

/** @throws ConfigError for `true` without a record, or in a job that asks no whole run */
export function readWatch(value: string, { name, input }: InputContext): boolean {
  if (!readBoolean(name, value)) return false;
  const where = `input '${name}'`;
  const conflicting = ['shard', 'merge', 'publish-from'].find(
    (otherInput) => input(otherInput) !== undefined,
  );
  if (conflicting !== undefined) {
    throw new ConfigError(`\`watch\` and \`${conflicting}\` exclude each other`, {
      where,
      remedy: `Remove \`${conflicting}\`.`,
    });
  }
  if (input('history') === undefined) {
    const remedy = 'Set `history: branch sensitivity-history`.';
    throw new ConfigError('`watch` needs a record', { where, remedy });
  }
  return true;
}

/** Reads requirements on a proof, separated by commas or spaces; none for `true`. */
export function readRequirements(value: string, context: InputContext): Requirement[] | undefined {
  if (value === 'false') return undefined;
  refuseTogetherWith(context, 'shard', 'merge', 'publish-from');
  if (value === 'true') return [];
  return value.split(/[,\s]+/).map((text) => {
    const requirement = parseRequirement(text);
    if (requirement === undefined)
      throw notAllowedError(
        `input '${context.name}'`,
        text,
        `${REQUIREMENTS_ALLOWED} Or: true, false.`,
      );
    return requirement;
  });
}

export function readVariableName(value: string): string {
  if (/^[A-Za-z_]\w*$/.test(value)) return value;
  throw notAllowedError(
    "input 'header-variables'",
    value,
    'Allowed: names of environment variables without `$`, one a line: OUR_TOKEN.',
  );
}
