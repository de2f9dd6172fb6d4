/** Readers of inputs that choose a job's work: shard and failing outcomes. */
import { parseShard, SHARDS_ALLOWED, type Shard } from '../engine/verdict/shard.ts';
import { notAllowedError, splitLines, type InputContext } from './input-reader.ts';

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

export function readShard(value: string, context: InputContext): Shard {
  const shard = parseShard(value);
  if (shard === undefined) throw notAllowedError(`input '${context.name}'`, value, SHARDS_ALLOWED);
  return shard;
}

export function readVariableName(value: string): string {
  if (/^[A-Za-z_]\w*$/.test(value)) return value;
  throw notAllowedError(
    "input 'header-variables'",
    value,
    'Allowed: names of environment variables without `$`, one a line: OUR_TOKEN.',
  );
}
