import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseOptions } from '../../../src/language/choice/options.js';
import { readChoice } from '../../../src/language/choice/read.js';
import { ANSWERS, HELD_OUT, HELD_OUT_AGAIN, HELD_OUT_LAST, HELD_OUT_ORGANS, unreadable, type WrittenAnswer } from './answers.js';
import { FRESH_EIGHT } from './fresh-eight.js';
import { FRESH_FIVE } from './fresh-five.js';
import { FRESH_FOUR } from './fresh-four.js';
import { FRESH_NINE } from './fresh-nine.js';
import { FRESH_ONE } from './fresh-one.js';
import { FRESH_SEVEN } from './fresh-seven.js';
import { FRESH_SIX } from './fresh-six.js';
import { FRESH_TEN } from './fresh-ten.js';
import { FRESH_THREE } from './fresh-three.js';
import { FRESH_TWO } from './fresh-two.js';
import { runs } from '../../support/runs.js';
import { character } from '../../support/unicode.js';

function read({ options, answer }: WrittenAnswer): string | typeof unreadable {
  const choice = readChoice(answer, parseOptions(options));
  return 'label' in choice ? choice.label : unreadable;
}

const shown = (label: string | typeof unreadable) => (label === unreadable ? 'unreadable' : label);

describe('written answers', () => {
  it.each([
    ['the first set', ANSWERS],
    ['the held-out set', HELD_OUT],
    ['the second held-out set', HELD_OUT_AGAIN],
    ['the third held-out set', HELD_OUT_LAST],
    ['the fourth held-out set', HELD_OUT_ORGANS],
    ['the first fresh set', FRESH_ONE],
    ['the second fresh set', FRESH_TWO, 3],
    ['the third fresh set', FRESH_THREE],
    ['the fourth fresh set', FRESH_FOUR],
    ['the fifth fresh set', FRESH_FIVE],
    ['the sixth fresh set', FRESH_SIX],
    ['the seventh fresh set', FRESH_SEVEN],
    ['the eighth fresh set', FRESH_EIGHT],
    ['the ninth fresh set', FRESH_NINE],
    ['the tenth fresh set', FRESH_TEN],
  ])('%s: none read wrongly, none guessed, few of the readable ones refused', (_name, answers, percent = 2) => {
    const missed = answers.filter((written) => read(written) !== written.expected);
    const told = (those: readonly WrittenAnswer[]) => those.map((written) => `${JSON.stringify(written.answer)}: ${shown(read(written))}, not ${shown(written.expected)}`);
    expect(told(missed.filter((written) => read(written) !== unreadable))).toEqual([]);
    expect(told(missed).slice(Math.floor((percent / 100) * answers.filter(({ expected }) => expected !== unreadable).length))).toEqual([]);
  });
});

describe('reasons', () => {
  const options = parseOptions('A. water\nB. salt water\nC. sand');
  it.each([
    ['', 'the answer is empty'],
    ['A or B', 'the answer names A and B without a last word'],
    ['A, B or C', 'the answer names A, B and C without a last word'],
    ['I cannot answer that.', 'the answer refuses to choose'],
    ['None of the above.', 'the answer rejects the options or takes them all'],
    ['It holds water.', "the text of option A is a part of another's"],
    ['<think>A', 'the answer ends before its thinking does'],
    ['A. Wait', 'the answer takes its choice back and makes no other'],
    ['{"answer": null}', 'the JSON answer names no option'],
    ['Mud.', 'no option is named in a way that can be read with certainty'],
  ])('%j', (answer, reason) => {
    expect(readChoice(answer, options)).toEqual({ unreadable: reason });
  });

  it('says so where an answer is a loop', () => {
    expect(readChoice('A'.repeat(20_001), options)).toEqual({ unreadable: 'the answer is longer than 20000 characters' });
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
  .chain((texts) => fc.record({ options: fc.constant(texts.map((text, index) => ({ label: LABELS[index]!, text }))), chosen: fc.nat(texts.length - 1) }));

/** Frames for a label. `A` and `I` are safe in each: nothing that an article or a pronoun could belong to follows. */
const FRAMES = [
  '#', '(#)', '#.', '#)', '**#**', '`#`', '$#$', '[#]', 'Answer: #', 'The answer is #.', 'The correct option is (#).', "I'd go with #", 'Option #', 'Final answer: \\boxed{#}',
  '{"answer": "#"}', '```json\n{"answer": "#"}\n```', '<think>A or B? Maybe C.</think>#', "Let's think. It grows in the desert. So the answer is #.", 'Die Antwort ist #', 'La réponse est #',
  'La respuesta es #', '答案是#', 'Ответ: #', '# is correct.', 'The answer is # because that is how it is.', '# because that is how it is.', '<answer>#</answer>', 'It must be #.', 'Therefore, #.',
];

describe('properties', () => {
  it('any label, in any frame, alone or with its text, is read as itself, in whatever order the options stand', () => {
    fc.assert(
      fc.property(question, fc.constantFrom(...FRAMES), fc.boolean(), ({ options, chosen }, frame, withText) => {
        const { label, text } = options[chosen]!;
        const said = withText && !/#\)|#\]|# |#\$|#\.$/.test(frame) ? `${label}. ${text}` : label;
        expect(readChoice(frame.replace('#', () => said), options)).toEqual({ label });
      }),
      { numRuns: runs(1000) },
    );
  });

  it("an option's text alone, or in a frame, is read as its label, wherever the option stands", () => {
    const frames = ['#', '#.', '**#**', 'The answer is #.', 'Answer: #', 'It is #.', '{"answer": "#"}', 'What is meant here is clearly #.'];
    fc.assert(
      fc.property(question, fc.constantFrom(...frames), ({ options, chosen }, frame) => {
        const { label, text } = options[chosen]!;
        expect(readChoice(frame.replace('#', () => text), options)).toEqual({ label });
      }),
      { numRuns: runs(1000) },
    );
  });

  it('two options without a last word, and denied ones, are never read', () => {
    const frames = ['# or @', 'Either # or @.', 'The answer is # or @.', '#/@', 'Both # and @.', 'The answer is not #.', 'It is not #', '# is wrong.', 'I cannot say whether it is #.', 'Neither # nor @.'];
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
    const pieces = fc.constantFrom('A', 'B', ' or ', 'answer is ', '(', ')', '**', '\n', '<think>', '</think>', '{', '}', '"', 'not ', 'wait, ', '\\boxed{', '|', '[x] ', 'liquid', '.', ': ', '```', '答案是');
    const text = fc.oneof(fc.string({ unit: character, maxLength: 80 }), fc.array(fc.oneof(pieces, fc.string({ maxLength: 3 })), { maxLength: 40 }).map((parts) => parts.join('')));
    fc.assert(
      fc.property(text, fc.oneof(question.map(({ options }) => options), text.map(parseOptions)), (answer, options) => {
        const choice = readChoice(answer, options);
        if ('label' in choice) expect(options.map(({ label }) => label)).toContain(choice.label);
        else expect(choice.unreadable).not.toBe('');
      }),
      { numRuns: runs(1000) },
    );
  });

  it('comes to an end on the longest loops that it reads at all', () => {
    const options = parseOptions('A. fruit\nB. liquid\nC. food\nD. spines');
    const loops = ['A, ', '(', '**', '<answer>', '\\boxed{', '{', '```{', ' ', 'answer is ', 'the answer to ', 'wait, ', 'not A ', 'A. fruit\n', '| ', '\n', 'liquid ', 'correct ', 'option ', '!?', '\t\n'];
    for (const loop of loops) {
      const choice = readChoice(loop.repeat(20_000 / loop.length), options);
      if ('label' in choice) expect(loop).toMatch(choice.label === 'A' ? /^A/ : /^liquid/);
    }
  });
});
