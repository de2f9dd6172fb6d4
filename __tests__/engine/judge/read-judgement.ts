import { NEGATION_READER } from '../../../src/engine/judges/negation.ts';

const TEXTS = {
  original: 'Is ice cold?',
  test_case: 'Is ice not cold?',
  expected: 'Yes.',
  actual: 'No.',
};

/** What is read in a judge's answer on a "not". */
export const readJudgement = async (said: string) => NEGATION_READER.read(TEXTS, async () => said);
