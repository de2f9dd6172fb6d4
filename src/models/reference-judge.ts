/** The scripted models as judges of their own answers: they know the known cases, and what they say themselves. */

interface Material {
  question?: string;
  options?: readonly string[];
  prompt?: string;
  answer: string;
}

/** The JSON reply to one of our rubrics; undefined for any other prompt. `opinions` are words in which a claim is held true, or false. */
export async function judged(prompt: string, opinions: { agreeing: readonly string[]; disagreeing: readonly string[] }) {
  const material = materialIn(prompt);
  if (!material) return undefined;
  const { question, options, answer } = material;
  if (question !== undefined && options) {
    const { LABEL_CASES } = await import('../engine/labels/cases.js');
    const known = LABEL_CASES.find((one) => one.question === question && one.answer === answer);
    const labels = known?.gives ?? options.flatMap((line) => (line === answer.trim() ? [line.split('.', 1)[0]!] : []));
    return reply({ given: labels.length > 0 ? 'options' : 'unclear', labels });
  }
  const { STANCE_CASES } = await import('../engine/stance/cases.js');
  const known = STANCE_CASES.find((one) => one.prompt === material.prompt && one.answer === answer);
  const own = opinions.agreeing.includes(answer) ? 'true' : opinions.disagreeing.includes(answer) ? 'false' : 'neither';
  return reply({ stance: known?.stance ?? own });
}

function reply(judgement: object): string {
  return JSON.stringify({ reason: 'So it says.', ...judgement });
}

/** What a rubric hands over at its end. */
function materialIn(prompt: string): Material | undefined {
  const at = prompt.lastIndexOf('\nThe material:\n{\n');
  if (!prompt.startsWith('You read what a language model answered') || at === -1) return undefined;
  return JSON.parse(prompt.slice(prompt.indexOf('{', at))) as Material;
}
