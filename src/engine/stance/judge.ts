import { wordFormat } from '../judge/json-form.js';
import { type JudgeReader, wordReader } from '../judge/reader.js';
import { STANCES, type Stance } from '../triplet/reading.js';
import { STANCE_CASES } from './cases.js';
import { stancePrompt, type StanceTexts } from './rubric.js';

const { read, calibration } = wordReader<StanceTexts, 'stance', Stance>({
  what: 'stance',
  prompt: stancePrompt,
  format: wordFormat('stance', 'stance', STANCES),
  field: 'stance',
  words: STANCES,
  takesBare: true,
  cases: STANCE_CASES,
});

/** What a judge takes an answer to hold. */
export const STANCE_READER: JudgeReader<StanceTexts, { reading: Stance }> = {
  read: async (texts, ask) => {
    const said = await read(texts, ask);
    return 'failure' in said ? said : { reading: said.verdict };
  },
  calibration,
};
