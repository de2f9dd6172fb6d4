const NUMBER = /^\s*\d+(\.\d+)?\s*$/;
/** `Date.parse` alone would read `-5` and `later 5` as a day of May 2001. */
const HTTP_DATE = /^[a-z]{3,9}, .+ GMT$/i;

/**
 * The wait that a server asks for, in ms: `retry-after-ms`, or `retry-after` as seconds or as an
 * HTTP date (RFC 9110, 10.2.3).
 */
export function retryAfter(
  headers: Readonly<Record<string, unknown>>,
  now: number,
): number | undefined {
  const milliseconds = String(headers['retry-after-ms']);
  const wait = String(headers['retry-after']);
  if (NUMBER.test(milliseconds)) return Number(milliseconds);
  if (NUMBER.test(wait)) return Number(wait) * 1000;
  const date = HTTP_DATE.test(wait) ? Date.parse(wait) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
