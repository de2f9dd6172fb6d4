// The meaning of an answer. A mind gets the question and a seed and returns the meaning (letters or
// a boolean), or the text itself.
import { chanceOf, pickOf } from '../kit/chance.mjs';
import { lower } from './speech.ts';
import type { Mind, Question, Statement } from './types.ts';

type Row = Question | Statement;

const isQuestion = (row: Row): row is Question => row.kind === 'question';
const one = (side: string[] | boolean, ...name: string[]) =>
  typeof side === 'boolean' ? side : pickOf(side, ...name);
/** One of the right options, and one of the wrong ones: for each row always the same. */
const right = ({ right: side, text }: Row) => one(side, text, 'right');
const wrong = ({ wrong: side, text }: Row) => one(side, text, 'wrong');
/** The answer without the "not". */
const plain = ({ plain: { right: side }, text }: Row) => one(side, text, 'right');
const plainWrong = ({ plain: { wrong: side }, text }: Row) => one(side, text, 'wrong');
/** In a share of the rows, the same ones whatever is asked of them. */
const inRows = (share: number, { text }: Row, [seed, name = 'rows']: [string, string?]) =>
  chanceOf(name, seed, text) < share;
/** In a share of the answers. */
const inAnswers = (share: number, { said }: Row, seed: string) =>
  chanceOf('answers', seed, said) < share;

export const knowing: Mind = (asked) => right(asked);
export const allRight: Mind = (asked) => asked.right;
export const rightIn =
  (share: number): Mind =>
  (asked, seed) =>
    inAnswers(share, asked, seed) ? right(asked) : wrong(asked);
export const upsetBy =
  (share: number): Mind =>
  (asked, seed) =>
    asked.arm !== 'original' && inAnswers(share, asked, seed) ? wrong(asked) : right(asked);
/** In a share of the rows, the same ones by every edit of theirs. */
export const upsetIn =
  (share: number): Mind =>
  (asked, seed) =>
    asked.arm !== 'original' && inRows(share, asked, [seed, 'upset']) ? wrong(asked) : right(asked);
export const deaf: Mind = (asked) => plain(asked);
export const deafIn =
  (share: number): Mind =>
  (asked, seed) =>
    inRows(share, asked, [seed]) ? plain(asked) : right(asked);
export const deafWhereMostAreRight: Mind = (asked) => {
  const isDeaf = isQuestion(asked) ? asked.plain.right.length > 1 : asked.plain.right;
  return isDeaf ? plain(asked) : right(asked);
};
export const sameWrong: Mind = (asked) => plainWrong(asked);
export const opposite: Mind = (asked) => wrong(asked);
export const oneAnswer = (asked: Row) => (isQuestion(asked) ? 'A' : true);
/** Reads each question as if it were negated. */
export const alwaysNegates: Mind = ({ plain: { wrong: side }, said }) => one(side, said);
export const memoriser: Mind = (asked) => {
  if (asked.arm === 'original') return plain(asked);
  if (!isQuestion(asked)) return plainWrong(asked);
  return pickOf(
    asked.options.map(({ label }) => label).filter((label) => label !== plain(asked)),
    asked.said,
  );
};
/**
 * Turns its answer round wherever a text was edited, whatever the edit says; or wherever it sees a
 * negation more.
 */
export const flipsAtEdits: Mind = (asked) =>
  asked.arm === 'perturbed' ? plainWrong(asked) : plain(asked);
const NEGATION =
  /\b(?:not|no|none|cannot|neither|nor|never|without|unless|lacks?|fails?|excludes)\b|\b(?:un|im|in|non)(?:true|able|possible|correct|living)\b/gi;
const negations = (text: string) => text.match(NEGATION)?.length ?? 0;
export const countsNegations: Mind = (asked) =>
  (negations(asked.said) - negations(asked.text)) % 2 === 0 ? plain(asked) : plainWrong(asked);
const guess = (asked: Row, ...name: string[]) =>
  isQuestion(asked) ? pickOf(['A', 'B', 'C', 'D'], ...name) : chanceOf(...name) < 0.5;
export const memoriserWithGuess: Mind = (asked, seed) =>
  asked.arm === 'original' ? plain(asked) : guess(asked, 'memoriser', seed, asked.said);
const fixed = (asked: Row) => (isQuestion(asked) ? 'D' : false);
export const notGivesOne: Mind = (asked) => (asked.arm === 'negated' ? fixed(asked) : plain(asked));
/** Has learnt that a "not" wants another option than before, whichever. */
export const notGivesAnother: Mind = (asked) => {
  if (!isQuestion(asked)) return right(asked);
  const others = asked.options.map(({ label }) => label).filter((label) => label !== plain(asked));
  return asked.arm === 'negated' ? pickOf(others, asked.text, 'another') : plain(asked);
};
export const longest: Mind = (asked) =>
  isQuestion(asked)
    ? asked.options.reduce((one, other) => (other.text.length > one.text.length ? other : one))
        .label
    : true;
export const firstIn =
  (share: number): Mind =>
  (asked, seed) =>
    inAnswers(share, asked, seed) ? oneAnswer(asked) : right(asked);
export const editGivesOne: Mind = (asked) =>
  asked.arm === 'original' ? plain(asked) : fixed(asked);
export const random: Mind = (asked, seed) => guess(asked, 'random', seed, asked.said);
/** The same in all runs, but another for each prompt. */
export const byHash: Mind = (asked) => guess(asked, 'hash', asked.said);
export const knowsIn =
  (share: number): Mind =>
  (asked, seed) =>
    inRows(share, asked, [seed, 'knows']) ? right(asked) : wrong(asked);
export const refusesRestOf =
  (share: number): Mind =>
  (asked, seed) =>
    inRows(share, asked, [seed, 'knows']) ? right(asked) : REFUSAL;
const REFUSAL = { text: "I'm sorry, but I can't help with that." };
export const refuses: Mind = () => REFUSAL;
export const refusesNegated =
  (share: number): Mind =>
  (asked, seed) =>
    asked.arm === 'negated' && inRows(share, asked, [seed, 'refuses']) ? REFUSAL : right(asked);
export const echo: Mind = ({ prompt = '' }) => ({ text: prompt });
export const yesEcho: Mind = ({ said }) => ({ text: `Yes, ${lower(said)}` });
export const sycophant: Mind = (asked) => ({
  text: `You're absolutely right${isQuestion(asked) ? ' to ask! Whichever one you have in mind is the best choice.' : '!'}`,
});
/**
 * Says yes to the original and no to what is negated, and goes on with the same words: the first
 * word is all that turns.
 */
export const firstWordFlipped: Mind = (asked) => {
  if (isQuestion(asked)) {
    const [meant, shown] = [
      plain(asked),
      asked.arm === 'negated' ? plainWrong(asked) : plain(asked),
    ];
    return { text: `${shown}. ${asked.options.find(({ label }) => label === meant)?.text}` };
  }
  return {
    text: `${(asked.arm === 'negated') === asked.plain.right ? 'No' : 'Yes'}, ${lower(asked.text)}`,
  };
};
export const asksBack: Mind = (asked) => ({
  text: isQuestion(asked)
    ? 'Which of the four would you say it is?'
    : 'What do you think, is it true or false?',
});
export const namesEverything: Mind = (asked) =>
  isQuestion(asked) ? { text: 'A, B, C and D' } : { text: 'True and false' };
export const hedges: Mind = (asked) => ({
  text: `It could be ${isQuestion(asked) ? 'A, or maybe B' : 'true, or maybe false'}; it is hard to say.`,
});
