import { createHash } from 'node:crypto';

/** A number from 0 to 1 that follows from what is named, on every machine, whatever else is asked, in whatever order. */
export function chanceOf(...name) {
  return createHash('sha256').update(JSON.stringify(name)).digest().readUInt32BE(0) / 2 ** 32;
}

export const pickOf = (items, ...name) => items[Math.floor(chanceOf('pick', ...name) * items.length)];
