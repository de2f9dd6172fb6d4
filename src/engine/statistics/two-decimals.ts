/** For people: what is next to nothing is 0.00, and not -0.00. */
export function twoDecimals(value: number): string {
  return value.toFixed(2).replace(/^-(?=0\.00$)/, '');
}
