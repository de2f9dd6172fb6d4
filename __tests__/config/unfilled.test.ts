import { describe, expect, it } from '@jest/globals';
import { parseConfig } from '../../src/config/rules.js';
import type { Overrides } from '../../src/config/config.js';
import { ConfigError } from '../../src/errors.js';

const rest = 'data: { source: builtin:statements }\ntests: { sensitivity: { add_negation: {} } }\n';

function errorOf(text: string, overrides: Overrides = {}): ConfigError | undefined {
  try {
    parseConfig(`${text}\n${rest}`, 'a.yml', overrides);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  return undefined;
}

describe('a value that nothing fills in', () => {
  it.each([
    ['model: { hub: openai, name: "${MODEL}" }', 'a.yml:1:30', 'the input `model`'],
    ['model: { hub: openai, name: $MODEL }', 'a.yml:1:30', 'the input `model`'],
    ['model: { hub: openai, name: "{{ env.MODEL }}" }', 'a.yml:1:30', 'the input `model`'],
    ['model: { hub: openai, name: "${{ vars.MODEL }}" }', 'a.yml:1:30', 'the input `model`'],
    [
      'model: { hub: openai, name: m, base_url: "https://${{ vars.HOST }}/v1" }',
      'a.yml:1:44',
      'the input `base-url`',
    ],
    [
      'model: { hub: openai, name: m, parameters: { user: "${USER}" } }',
      'a.yml:1:54',
      'no input sets it',
    ],
    [
      'model: { hub: openai, name: m }\njudge: { name: "${JUDGE}" }',
      'a.yml:2:18',
      'no input sets it',
    ],
  ])('is an error: %s', (text, where, remedy) => {
    const error = errorOf(text);
    expect(error?.message).toContain('would be sent unchanged');
    expect(error?.where?.split(':').slice(0, 2).join(':')).toBe(where.replace(/:\d+$/, ''));
    expect(error?.remedy).toContain(remedy);
  });

  it('is none where an input takes its place, in texts with placeholders of their own, and in headers', () => {
    const text = 'model: { hub: openai, name: "${MODEL}" }';
    expect(errorOf(text, { model: 'm' })).toBeUndefined();
    const others =
      'model: { hub: openai, name: m, prompt: "{text} costs $5", headers: { x-a: "${A}" } }';
    expect(errorOf(others)).toBeUndefined();
    expect(errorOf('model: { hub: openai, name: m, parameters: { stop: "$" } }')).toBeUndefined();
  });
});
