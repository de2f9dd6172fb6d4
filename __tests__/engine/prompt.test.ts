import { describe, expect, it } from '@jest/globals';
import { buildPrompt, literal, showsOptions, templateProblem, unknownPlaceholder } from '../../src/engine/prompt.js';

const filled = (template: string, options?: string) =>
  buildPrompt({ text: 'Is it?', ...(options !== undefined && { options }) }, { sendsOptions: true, template });

describe('braces in a prompt', () => {
  it.each([
    ['of JSON stay as they are', '{text} as {"a": {"b": []}}, or {}', 'Is it? as {"a": {"b": []}}, or {}'],
    ['around a placeholder fill it', '{"q": {text}}', '{"q": Is it?}'],
    ['twice are one each, as in a format string', '{{"q": {text}}}', '{"q": Is it?}'],
    ['twice around a name are no placeholder', '{text} \\boxed{{answer}} {{options}}', 'Is it? \\boxed{answer} {options}'],
  ])('%s', (_what, template, prompt) => {
    expect(templateProblem(template)).toBeUndefined();
    expect(filled(template)).toBe(prompt);
  });

  it.each(['{text} {context}', '{text} \\boxed{answer}', '{text} { options }', '{{}} {text} {"a": 1}'])('%s is an error', (template) => {
    expect(templateProblem(template)).toMatch(
      /^unknown placeholder `"\{.*\}"` \(write \{\{ and \}\} .*\); allowed in a prompt: \{text\}, \{question\}, \{options\}$/,
    );
  });

  it('of a system prompt hold no placeholder, and stand twice where a name is meant', () => {
    for (const text of ['{text}', '{options}', '{context}']) expect(unknownPlaceholder(text)).toContain('a system prompt has none');
    for (const [text, sent] of [
      ['Say {"a": 1} or {}.', 'Say {"a": 1} or {}.'],
      ['Say \\boxed{{answer}}.', 'Say \\boxed{answer}.'],
    ] as const) {
      expect(unknownPlaceholder(text)).toBeUndefined();
      expect(literal(text)).toBe(sent);
    }
  });

  it('tell whether the options of a row are shown', () => {
    expect([undefined, '{text}\n{options}', '{text}', '{text} {{options}}'].map(showsOptions)).toEqual([true, true, false, false]);
  });
});
