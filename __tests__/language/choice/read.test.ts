import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseOptions } from '../../../src/language/choice/options.js';
import { readChoice } from '../../../src/language/choice/read.js';
import { runs } from '../../support/runs.js';
import { character } from '../../support/unicode.js';

describe('reasons', () => {
  const options = parseOptions('A. water\nB. salt water\nC. sand');
  it.each([
    ['', 'the answer is empty'],
    ['A or B', 'no option is named in a way that can be read with certainty'],
    ['A, B and C', 'the answer names A, B and C'],
    ['I cannot answer that.', 'the answer chooses none of the options'],
    ['None of the above.', 'the answer chooses none of the options'],
    ['<think>A', 'the answer ends before its thinking does'],
    ['A. Wait', 'no option is named in a way that can be read with certainty'],
    ['Mud.', 'no option is named in a way that can be read with certainty'],
  ])('%j', (answer, reason) => {
    expect(readChoice(answer, options)).toEqual({ unreadable: reason });
  });

  it('says so where the options themselves cannot be told apart', () => {
    expect(readChoice('A', [])).toEqual({ unreadable: 'the options cannot be told apart' });
  });
});

/** Texts without a label, a number, a word of refusal or one inside another. */
const TEXTS = ['fruit', 'liquid', 'dry food', 'spines', 'New York', 'photosynthesis', 'the lungs', 'carbon dioxide', 'Robert Koch', '液体'];
const LABELS = [...'ABCDEFGHIJ'];
const question = fc
  .shuffledSubarray(TEXTS, { minLength: 2 })
  .chain((texts) =>
    fc.record({ options: fc.constant(texts.map((text, index) => ({ label: LABELS[index]!, text }))), chosen: fc.nat(texts.length - 1) }),
  );

/** Frames for a label. `A` and `I` are safe in each: nothing that an article or a pronoun could belong to follows. */
const FRAMES = [
  '#',
  '(#)',
  '#.',
  '#)',
  '**#**',
  '`#`',
  '$#$',
  '[#]',
  'Answer: #',
  'The answer is #.',
  'The correct option is (#).',
  "I'd go with #",
  'Option #',
  'Final answer: \\boxed{#}',
  '{"answer": "#"}',
  '```json\n{"answer": "#"}\n```',
  '<think>A or B? Maybe C.</think>#',
  "Let's think. It grows in the desert. So the answer is #.",
  'Die Antwort ist #',
  'La réponse est #',
  'La respuesta es #',
  '答案是#',
  'Ответ: #',
  '# is correct.',
  'The answer is # because that is how it is.',
  '# because that is how it is.',
  '<answer>#</answer>',
  'It must be #.',
  'Therefore, #.',
];

describe('properties', () => {
  it('any label, in any frame, alone or with its text, is read as itself, in whatever order the options stand', () => {
    fc.assert(
      fc.property(question, fc.constantFrom(...FRAMES), fc.boolean(), ({ options, chosen }, frame, withText) => {
        const { label, text } = options[chosen]!;
        const said = withText && !/#\)|#\]|# |#\$|#\.$/.test(frame) ? `${label}. ${text}` : label;
        expect(
          readChoice(
            frame.replace('#', () => said),
            options,
          ),
        ).toEqual({ label });
      }),
      { numRuns: runs(1000) },
    );
  });

  it("an option's text alone, or in a frame, is read as its label, wherever the option stands", () => {
    const frames = ['#', '#.', '**#**', 'The answer is #.', 'Answer: #', 'It is #.', '{"answer": "#"}', 'What is meant here is clearly #.'];
    fc.assert(
      fc.property(question, fc.constantFrom(...frames), ({ options, chosen }, frame) => {
        const { label, text } = options[chosen]!;
        expect(
          readChoice(
            frame.replace('#', () => text),
            options,
          ),
        ).toEqual({ label });
      }),
      { numRuns: runs(1000) },
    );
  });

  it('two options without a last word, and denied ones, are never read', () => {
    const frames = [
      '# or @',
      'Either # or @.',
      'The answer is # or @.',
      '#/@',
      'Both # and @.',
      'The answer is not #.',
      'It is not #',
      'I cannot say whether it is #.',
      'Neither # nor @.',
    ];
    fc.assert(
      fc.property(question, fc.constantFrom(...frames), fc.boolean(), ({ options, chosen }, frame, asText) => {
        const name = ({ label, text }: { label: string; text: string }) => (asText ? text : label);
        const [one, other] = [options[chosen]!, options[(chosen + 1) % options.length]!];
        const answer = frame.replace('#', () => name(one)).replace('@', () => name(other));
        expect(readChoice(answer, options)).toEqual({ unreadable: expect.any(String) });
      }),
      { numRuns: runs(1000) },
    );
  });

  it('never throws, and never names a label that is no option', () => {
    const pieces = fc.constantFrom(
      'A',
      'B',
      ' or ',
      'answer is ',
      '(',
      ')',
      '**',
      '\n',
      '<think>',
      '</think>',
      '{',
      '}',
      '"',
      'not ',
      'wait, ',
      '\\boxed{',
      '|',
      '[x] ',
      'liquid',
      '.',
      ': ',
      '```',
      '答案是',
    );
    const text = fc.oneof(
      fc.string({ unit: character, maxLength: 80 }),
      fc.array(fc.oneof(pieces, fc.string({ maxLength: 3 })), { maxLength: 40 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(
        text,
        fc.oneof(
          question.map(({ options }) => options),
          text.map(parseOptions),
        ),
        (answer, options) => {
          const choice = readChoice(answer, options);
          if ('label' in choice) expect(options.map(({ label }) => label)).toContain(choice.label);
          else expect(choice.unreadable).not.toBe('');
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  it('comes to an end on the longest loops that it reads at all', () => {
    const options = parseOptions('A. fruit\nB. liquid\nC. food\nD. spines');
    const loops = [
      'A, ',
      '(',
      '**',
      '<answer>',
      '\\boxed{',
      '{',
      '```{',
      ' ',
      'answer is ',
      'the answer to ',
      'wait, ',
      'not A ',
      'A. fruit\n',
      '| ',
      '\n',
      'liquid ',
      'correct ',
      'option ',
      '!?',
      '\t\n',
    ];
    for (const loop of loops) {
      const choice = readChoice(loop.repeat(50_000 / loop.length), options);
      if ('label' in choice) expect(loop).toMatch(choice.label === 'A' ? /^A/ : /^liquid/);
    }
  });
});
