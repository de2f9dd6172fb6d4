import type { Overrides } from '../../src/config/config.ts';
import { errorOf } from './config-error.ts';

const rest = 'data: { source: builtin:statements }\ntests: { sensitivity: { add_negation: {} } }\n';

const errorOfModel = (text: string, overrides?: Overrides) =>
  errorOf(`${text}\n${rest}`, overrides);

describe('a value that nothing fills in', () => {
  it.each([
    ['model: { hub: openai, name: "${MODEL}" }', 'f.yml:1:29', 'the input `model`'],
    ['model: { hub: openai, name: $MODEL }', 'f.yml:1:29', 'the input `model`'],
    ['model: { hub: openai, name: "{{ env.MODEL }}" }', 'f.yml:1:29', 'the input `model`'],
    ['model: { hub: openai, name: "${{ vars.MODEL }}" }', 'f.yml:1:29', 'the input `model`'],
    [
      'model: { hub: openai, name: m, base_url: "https://${{ vars.HOST }}/v1" }',
      'f.yml:1:42',
      'the input `base-url`',
    ],
    [
      'model: { hub: openai, name: m, parameters: { user: "${USER}" } }',
      'f.yml:1:52',
      'no input sets it',
    ],
    [
      'model: { hub: openai, name: m }\njudge: { name: "${JUDGE}" }',
      'f.yml:2:16',
      'no input sets it',
    ],
  ])('is an error: %s', (text, where, remedy) => {
    const error = errorOfModel(text);
    expect(error?.message).toContain('would be sent unchanged');
    expect(error?.where).toBe(where);
    expect(error?.remedy).toContain(remedy);
  });

  it('is none where an input takes its place, in texts with placeholders of their own, and in headers', () => {
    const text = 'model: { hub: openai, name: "${MODEL}" }';
    expect(errorOfModel(text, { model: 'm' })).toBeUndefined();
    const others =
      'model: { hub: openai, name: m, prompt: "{text} costs $5", headers: { x-a: "${A}" } }';
    expect(errorOfModel(others)).toBeUndefined();
    expect(
      errorOfModel('model: { hub: openai, name: m, parameters: { stop: "$" } }'),
    ).toBeUndefined();
  });
});
