import { describe, expect, it } from '@jest/globals';
import { parseOptions } from '../../../src/language/choice/options.js';
import { readChoice } from '../../../src/language/choice/read.js';
import { some } from '../../support/runs.js';
import rows from '../../../src/data/builtin/multiple-choice.json' with { type: 'json' };

const FRAMES = ['#', '**#**', 'The correct answer is **#**.', 'Answer: #', 'So, the answer is #.', '{"answer": "#"}'];

/** Real questions: texts with letters in them (`vitamin C`), articles, numbers, one the beginning of another. */
describe('the built-in questions', () => {
  it('every option is read by its label, its text and both', () => {
    const wrong = some(rows, 12).flatMap(({ id, options: texts }) => {
      const options = parseOptions(texts.map((text, index) => `${'ABCD'.charAt(index)}. ${text}`).join('\n'));
      expect(options.map(({ text }) => text)).toEqual(texts);
      return options.flatMap(({ label, text }) =>
        [label, text, `${label}. ${text}`, `${label}) ${text}`, `${text} (${label})`].flatMap((said) =>
          FRAMES.map((frame) => frame.replace('#', () => said))
            .map((answer) => ({ id, answer, label, choice: readChoice(answer, options) }))
            .filter(({ choice }) => !('label' in choice) || choice.label !== label),
        ),
      );
    });
    expect(wrong).toEqual([]);
  });

  it('the options told over again are no answer, and with an answer below them are read as it', () => {
    for (const { options: texts } of some(rows)) {
      const told = texts.map((text, index) => `${'ABCD'.charAt(index)}. ${text}`).join('\n');
      const options = parseOptions(told);
      expect(readChoice(told, options)).toEqual({ unreadable: expect.any(String) });
      for (const { label } of options) expect(readChoice(`${told}\n\nAnswer: ${label}`, options)).toEqual({ label });
    }
  });
});
