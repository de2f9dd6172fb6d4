/**
 * A number from 0 to 1 that depends on the name only, on every machine and in any order.
 *
 * @param {unknown[]} name
 */
export function chanceOf(...name) {
  const text = JSON.stringify(name);
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const sign = text.charCodeAt(i);
    high = Math.imul(high ^ sign, 2654435761);
    low = Math.imul(low ^ sign, 1597334677);
  }
  high = mixed(high) ^ low;
  return (mixed(high ^ mixed(low)) >>> 0) / 2 ** 32;
}

/**
 * Each bit of it depends on all bits of the number.
 *
 * @param {number} number
 */
function mixed(number) {
  const half = Math.imul(number ^ (number >>> 16), 2246822507);
  const whole = Math.imul(half ^ (half >>> 13), 3266489909);
  return whole ^ (whole >>> 16);
}

/**
 * @template Item
 * @param {readonly Item[]} items
 * @param {unknown[]} name
 * @returns {Item}
 */
export const pickOf = (items, ...name) =>
  items[Math.floor(chanceOf('pick', ...name) * items.length)];
