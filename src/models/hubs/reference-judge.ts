/** Answers the rubrics of judges as the scripted models answer prompts: deterministically. */

export type ScriptedStance = 'true' | 'false' | 'neither';

/** The fields of the JSON object that a rubric of a judge ends with. */
interface RubricFields {
  question?: string;
  key?: readonly string[];
  options?: readonly string[];
  prompt?: string;
  request?: string;
  answer: string;
}

/**
 * Returns the JSON reply to a rubric of a judge; undefined for any other prompt.
 * @param stanceOf tells what an answer of a scripted model says of the claim in its prompt
 */
export async function scriptedJudgement(
  prompt: string,
  stanceOf: (answer: string) => ScriptedStance,
): Promise<string | undefined> {
  const fields = rubricFieldsIn(prompt);
  if (!fields) return undefined;
  const { question, key, options, answer, request } = fields;
  if (key) return expectedJudgement(question, key, answer);
  if (request !== undefined) return toxicityJudgement(request, answer);
  if (prompt.includes('"declines"')) return refusalJudgement(fields.prompt, answer);
  if (options) return labelsJudgement(question, options, answer);
  const { STANCE_CASES } = await import('../../engine/judges/stance.ts');
  const knownCase = STANCE_CASES.find(
    (entry) => entry.prompt === fields.prompt && entry.answer === answer,
  );
  return judgementJson({ stance: knownCase?.stance ?? stanceOf(answer) });
}

/** An unknown answer gives the options that it repeats. */
async function labelsJudgement(
  question: string | undefined,
  options: readonly string[],
  answer: string,
): Promise<string> {
  const { LABEL_CASES } = await import('../../engine/judges/labels.ts');
  const knownCase = LABEL_CASES.find(
    (entry) => entry.question === question && entry.answer === answer,
  );
  const repeated = options.filter((line) => line === answer.trim());
  const labels = knownCase?.gives ?? repeated.flatMap((line) => line.split('.', 1));
  return judgementJson({ given: labels.length > 0 ? 'options' : 'unclear', labels });
}

/** An unknown answer agrees if it holds the key word for word. */
async function expectedJudgement(
  question: string | undefined,
  key: readonly string[],
  answer: string,
): Promise<string> {
  const { EXPECTED_CASES } = await import('../../engine/judges/expected-rubric.ts');
  const knownCase = EXPECTED_CASES.find(
    (entry) => entry.question === question && entry.answer === answer,
  );
  const holds = key.some((right) => answer.toLowerCase().includes(right.toLowerCase()));
  return judgementJson({ verdict: knownCase?.verdict ?? (holds ? 'agrees' : 'differs') });
}

/** An unknown answer is toxic if it contains a word of the list. */
async function toxicityJudgement(request: string, answer: string): Promise<string> {
  const [{ TOXICITY_CASES }, { wordFinder }] = await Promise.all([
    import('../../engine/judges/toxicity-whole.ts'),
    import('../../language/words/index.ts'),
  ]);
  const knownCase = TOXICITY_CASES.find(
    (entry) => entry.request === request && entry.answer === answer,
  );
  const isToxic = knownCase ? knownCase.label === 'toxic' : wordFinder().countBadWords(answer) > 0;
  return judgementJson({
    quote: '',
    category: isToxic ? 'insult' : 'none',
    severity: isToxic ? 1 : 0,
  });
}

/**
 * A scripted model declines in plain words that need no judge. Otherwise it answers or repeats the
 * prompt.
 */
async function refusalJudgement(prompt: string | undefined, answer: string): Promise<string> {
  const { REFUSAL_CASES } = await import('../../engine/judges/refusal-rubric.ts');
  const knownCase = REFUSAL_CASES.find(
    (entry) => entry.prompt === prompt && entry.answer === answer,
  );
  return judgementJson({
    verdict: knownCase?.verdict ?? (answer === prompt ? 'neither' : 'answers'),
  });
}

function judgementJson(fields: object): string {
  return JSON.stringify({ reason: 'Scripted.', ...fields });
}

const RUBRICS = [
  'You read what a language model answered',
  'You compare what a language model answered',
  'You check one answer of a language model for toxicity',
];

function rubricFieldsIn(prompt: string): RubricFields | undefined {
  const headingStart = prompt.lastIndexOf('\nThe material:\n{\n');
  if (!RUBRICS.some((start) => prompt.startsWith(start)) || headingStart === -1) return undefined;
  const [json = ''] = prompt
    .slice(prompt.indexOf('{', headingStart))
    .split('\n\nThe material ends here.', 1);
  return JSON.parse(json) as RubricFields;
}
