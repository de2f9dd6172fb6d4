import { describe, expect, it } from '@jest/globals';
import { inFiles, lineOf, LIMITS, resultIn, type Waiting } from '../../src/models/batch-lines.js';
import { linesOf } from '../../src/models/json-lines.js';

const waiting = (index: number, text = 'é'): Waiting => ({
  index,
  id: 'x',
  name: `x-${index}`,
  body: JSON.stringify({ model: 'm', text }),
});

describe('requests', () => {
  it('are lines of JSON that say what is sent as it is sent', () => {
    const one = waiting(7, 'a "b"\n  c');
    expect(lineOf(one)).not.toContain('\n');
    expect(JSON.parse(lineOf(one))).toEqual({
      custom_id: 'x-7',
      method: 'POST',
      url: '/v1/chat/completions',
      body: { model: 'm', text: 'a "b"\n  c' },
    });
  });

  it('go in as many files as it takes, in their order, none of them above either limit', () => {
    const all = Array.from({ length: 25 }, (_, index) => waiting(index, 'é'.repeat(index * 100)));
    for (const limits of [
      { ...LIMITS, requests: 10 },
      { requests: 1000, bytes: 25_000 },
    ]) {
      const files = inFiles(all, limits);
      expect(files.flat()).toEqual(all);
      expect(files.length).toBeGreaterThan(2);
      for (const file of files) {
        expect(file.length).toBeLessThanOrEqual(limits.requests);
        expect(Buffer.byteLength(file.map((one) => `${lineOf(one)}\n`).join(''))).toBeLessThan(limits.bytes);
      }
    }
    expect(inFiles(all)).toHaveLength(1);
    expect(inFiles([])).toEqual([]);
  });
});

describe('results', () => {
  const usage = { prompt_tokens: 3, completion_tokens: 2 };
  it('are read line by line, whatever stands beside them', () => {
    const answered = { id: 'r', custom_id: 'x-1', response: { status_code: 200, body: { choices: [], usage } }, error: null };
    expect(resultIn(JSON.stringify(answered))).toEqual({
      name: 'x-1',
      status: 200,
      body: JSON.stringify(answered.response.body),
      took: { prompt: 3, completion: 2 },
      usage,
      error: undefined,
    });
    const expired = { custom_id: 'x-2', response: null, error: { code: 'batch_expired', message: 'Too late.' } };
    expect(resultIn(JSON.stringify(expired))).toMatchObject({ name: 'x-2', status: undefined, took: 'unknown', error: 'Too late.' });
    expect(resultIn(JSON.stringify({ ...expired, error: {} }))!.error).toBe('no reason is given');
    // As of a single request.
    const total = { ...answered, response: { status_code: 200, body: { choices: [], usage: { total_tokens: 7 } } } };
    expect(resultIn(JSON.stringify(total))!.took).toEqual({ prompt: 7, completion: 0 });
  });

  it('what is none is none', () => {
    const strange = ['', '{"custom_id":"x', 'null', '[]', '{"custom_id":1}', '{"custom_id":"x","response":{"status_code":"200"}}', '"x"'];
    expect(strange.map(resultIn)).toEqual(strange.map(() => undefined));
  });

  it('come in bytes, with or without an end of the last line', () => {
    expect(linesOf(Buffer.from('a\né\n'))).toEqual(['a', 'é']);
    expect(linesOf(Buffer.from('a\n\nb'))).toEqual(['a', '', 'b']);
    expect(linesOf(Buffer.alloc(0))).toEqual([]);
  });
});
