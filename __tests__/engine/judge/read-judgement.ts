import { CHANGE_READER } from '../../../src/engine/scorers/judge.js';

const TEXTS = {
  original: 'Is ice cold?',
  test_case: 'Is ice not cold?',
  expected: 'Yes.',
  actual: 'No.',
};

/** What is read in a judge's answer on a "not". */
export const readJudgement = async (said: string) => CHANGE_READER.read(TEXTS, async () => said);
