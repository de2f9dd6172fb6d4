const NUMBER = /^\s*\d+(\.\d+)?\s*$/;

/**
 * The wait that a server asks for, in ms: `retry-after-ms`, or `retry-after` as seconds or as an
 * HTTP date (RFC 9110, 10.2.3).
 */
export function retryAfter(headers: Readonly<Record<string, unknown>>, now = Date.now()) {
  const milliseconds = String(headers['retry-after-ms']);
  const wait = String(headers['retry-after']);
  if (NUMBER.test(milliseconds)) return Number(milliseconds);
  if (NUMBER.test(wait)) return Number(wait) * 1000;
  // `Date.parse` would read `-5` as a day of May 2001.
  const date = Date.parse(/ GMT$/.test(wait) ? wait : '');
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
