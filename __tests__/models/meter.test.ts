import { describe, expect, it } from '@jest/globals';
import { ModelError } from '../../src/errors.js';
import { Meter } from '../../src/models/meter.js';

describe('Meter', () => {
  it('counts requests and tokens', () => {
    const meter = new Meter();
    meter.request();
    meter.request();
    meter.tokens({ prompt_tokens: 12, completion_tokens: 3 });
    meter.tokens({ prompt_tokens: '7', completion_tokens: NaN });
    meter.tokens({ prompt_tokens: -5 });
    expect(meter).toMatchObject({ requests: 2, prompt_tokens: 12, completion_tokens: 3 });
  });

  it('refuses the request past the cap, and says how to raise it', () => {
    const meter = new Meter(2);
    meter.request();
    meter.request();
    expect(() => meter.request()).toThrow(ModelError);
    try {
      meter.request();
    } catch (error) {
      expect(error).toMatchObject({ kind: 'budget', fatal: true, message: 'The cap of 2 requests is reached.' });
      expect((error as ModelError).remedy).toMatch(/`budget\.max_requests`.*`max-requests`/);
    }
    expect(meter.requests).toBe(2);
  });

  it('takes 0 as a cap', () => {
    expect(() => new Meter(0).request()).toThrow('cap of 0');
  });
});
