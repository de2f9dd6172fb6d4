/** A number from 0 to 1 that depends on the name only, on every machine and in any order. */
export function chanceOf(...name: unknown[]): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  const text = JSON.stringify(name);
  for (let i = 0; i < text.length; i++) {
    high = Math.imul(high ^ text.charCodeAt(i), 2654435761);
    low = Math.imul(low ^ text.charCodeAt(i), 1597334677);
  }
  high = mixed(high) ^ low;
  return (mixed(high ^ mixed(low)) >>> 0) / 2 ** 32;
}

/** A number of which each bit depends on all bits of the given one. */
function mixed(number: number): number {
  const half = Math.imul(number ^ (number >>> 16), 2246822507);
  const whole = Math.imul(half ^ (half >>> 13), 3266489909);
  return whole ^ (whole >>> 16);
}

export function pickOf<Item>(items: readonly Item[], ...name: unknown[]): Item {
  const item = items[Math.floor(chanceOf('pick', ...name) * items.length)];
  if (item === undefined) throw new RangeError('there is nothing to pick from');
  return item;
}
