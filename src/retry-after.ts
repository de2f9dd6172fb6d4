/**
 * Returns the wait that a server asks for, in ms: `retry-after-ms`, or `retry-after` as seconds or
 * HTTP date (RFC 9110, 10.2.3).
 */
export function retryAfter(
  headers: Readonly<Partial<Record<string, string | string[]>>>,
  now: number,
): number | undefined {
  const numberIn = (value: unknown) =>
    typeof value === 'string' && /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : undefined;
  const milliseconds = numberIn(headers['retry-after-ms']);
  if (milliseconds !== undefined) return milliseconds;
  const seconds = numberIn(headers['retry-after']);
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(String(headers['retry-after'] ?? ''));
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
