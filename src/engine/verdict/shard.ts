/** A part of a run: the third of ten is `{ index: 3, count: 10 }`. */
export interface Shard {
  index: number;
  count: number;
}

/** The limit of jobs in a GitHub matrix. */
export const MAX_SHARDS = 256;
export const SHARDS_ALLOWED = `Allowed is which one of how many, as in 3/10; ${MAX_SHARDS} at most.`;

/** Parses `3/10`. Returns undefined for a text that names no shard. */
export function parseShard(text: string): Shard | undefined {
  const [, index, count] = (/^([1-9]\d{0,2})\/([1-9]\d{0,2})$/.exec(text) ?? []).map(Number);
  return index !== undefined && count !== undefined && index <= count && count <= MAX_SHARDS
    ? { index, count }
    : undefined;
}
