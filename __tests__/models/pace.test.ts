import { describe, expect, it } from '@jest/globals';
import { backOff, retryAfter } from '../../src/models/pace.js';

describe('backOff', () => {
  it('doubles from half a second up to thirty', () => {
    expect([1, 2, 3, 6, 7, 50].map((attempt) => backOff(attempt, 0))).toEqual([500, 1000, 2000, 16_000, 30_000, 30_000]);
  });

  it('takes off up to half', () => {
    expect(backOff(1, 0.5)).toBe(375);
    expect(backOff(1, 0.999)).toBeGreaterThan(250);
  });
});

describe('retryAfter', () => {
  const now = Date.UTC(2026, 10, 21, 12, 0, 0);
  it.each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': new Date(now + 9000).toUTCString() }, 9000],
    [{ 'retry-after': new Date(now - 9000).toUTCString() }, 0],
    [{ 'retry-after-ms': '1500', 'retry-after': '7' }, 1500],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '' }, undefined],
    [{}, undefined],
  ])('reads %j', (headers, expected) => {
    expect(retryAfter(headers as Record<string, string>, now)).toBe(expected);
  });
});
