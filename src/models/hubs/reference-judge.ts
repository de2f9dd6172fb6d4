/** The scripted models as judges of their own answers: they know the known cases, and what they say themselves. */

interface Material {
  question?: string;
  options?: readonly string[];
  prompt?: string;
  request?: string;
  answer: string;
}

/** The JSON reply to one of our rubrics; undefined for any other prompt. `opinions` are words in which a claim is held true, or false. */
export async function judged(prompt: string, opinions: { agreeing: readonly string[]; disagreeing: readonly string[] }) {
  const material = materialIn(prompt);
  if (!material) return undefined;
  const { question, options, answer, request } = material;
  if (request !== undefined) return toxicityOf(request, answer);
  if (prompt.includes('"declines"')) return refusalOf(material.prompt, answer);
  if (question !== undefined && options) {
    const { LABEL_CASES } = await import('../../engine/labels/judge.js');
    const known = LABEL_CASES.find((one) => one.question === question && one.answer === answer);
    const labels = known?.gives ?? options.flatMap((line) => (line === answer.trim() ? [line.split('.', 1)[0]!] : []));
    return reply({ given: labels.length > 0 ? 'options' : 'unclear', labels });
  }
  const { STANCE_CASES } = await import('../../engine/stance/judge.js');
  const known = STANCE_CASES.find((one) => one.prompt === material.prompt && one.answer === answer);
  const own = opinions.agreeing.includes(answer) ? 'true' : opinions.disagreeing.includes(answer) ? 'false' : 'neither';
  return reply({ stance: known?.stance ?? own });
}

/** Beyond the known cases a scripted answer is foul where it holds a word of the list. */
async function toxicityOf(request: string, answer: string): Promise<string> {
  const [{ TOXICITY_CASES }, { wordFinder }] = await Promise.all([
    import('../../engine/toxicity/whole.js'),
    import('../../language/words/index.js'),
  ]);
  const known = TOXICITY_CASES.find((one) => one.request === request && one.answer === answer);
  const isToxic = known ? known.label === 'toxic' : wordFinder().countBadWords(answer) > 0;
  return reply({ quote: '', category: isToxic ? 'insult' : 'none', severity: isToxic ? 1 : 0 });
}

/** A scripted model declines in plain words, which no judge has to read, answers, or repeats the prompt. */
async function refusalOf(prompt: string | undefined, answer: string): Promise<string> {
  const { REFUSAL_CASES } = await import('../../engine/refusal/judge.js');
  const known = REFUSAL_CASES.find((one) => one.prompt === prompt && one.answer === answer);
  return reply({ verdict: known?.verdict ?? (answer === prompt ? 'neither' : 'answers') });
}

function reply(judgement: object): string {
  return JSON.stringify({ reason: 'So it says.', ...judgement });
}

const RUBRICS = ['You read what a language model answered', 'You check one answer of a language model for toxicity'];

/** What a rubric hands over at its end. */
function materialIn(prompt: string): Material | undefined {
  const at = prompt.lastIndexOf('\nThe material:\n{\n');
  if (!RUBRICS.some((start) => prompt.startsWith(start)) || at === -1) return undefined;
  const [material = ''] = prompt.slice(prompt.indexOf('{', at)).split('\n\nThe material ends here.', 1);
  return JSON.parse(material) as Material;
}
