import { readWord } from '../judge/judgement.js';
import { readerBy } from '../judge/reader.js';
import { STANCES, type Stance } from '../triplet/reading.js';
import { STANCE_CASES, type StanceCase } from './cases.js';
import { STANCE_FORMAT, stancePrompt, type StanceTexts } from './rubric.js';

/** What a judge takes an answer to hold. */
export const STANCE_READER = readerBy<StanceTexts, StanceCase, { reading: Stance }>({
  what: 'stance',
  prompt: stancePrompt,
  format: () => STANCE_FORMAT,
  parse: (said) => {
    const read = readWord(said, { field: 'stance', words: STANCES });
    return 'unreadable' in read ? read : { reading: read.word };
  },
  cases: STANCE_CASES,
  verdicts: STANCES,
  known: ({ stance }) => stance,
  as: (_one, { reading }) => reading,
});
