// What the commands share that run models of known behaviour: a number of the command line, the
// progress, and the claims at the end.

/**
 * @param {string} option
 * @param {string | number} text
 * @param {number} least
 */
export function wholeNumber(option, text, least) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < least)
    throw new RangeError(`--${option} must be a whole number, ${least} or more`);
  return number;
}

/**
 * A function that says in a terminal how many are done, each time that it is called.
 *
 * @param {number} all
 */
export function counter(all) {
  let done = 0;
  return () => {
    done += 1;
    const end = done === all ? '\r' : '';
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${all}${end}`);
  };
}

/**
 * Prints a line for each claim, and the time that all took. The exit status is 1 if one does not
 * hold.
 *
 * @param {import('./figures.mjs').Claim[]} claims
 */
export function printClaims(claims) {
  for (const { text, holds, broken = [] } of claims)
    console.log([`${holds ? 'PASS' : 'FAIL'}  ${text}`, ...broken].join('\n      '));
  console.error(`\n${(performance.now() / 1000).toFixed(0)} s`);
  process.exitCode = claims.every(({ holds }) => holds) ? 0 : 1;
}
