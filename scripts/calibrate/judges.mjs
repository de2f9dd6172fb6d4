import { createHash } from 'node:crypto';

/**
 * A number in [0, 1) that depends on its parts and on nothing else.
 *
 * @param {unknown[]} parts
 */
function draw(...parts) {
  return createHash('sha256').update(JSON.stringify(parts)).digest().readUInt32BE(0) / 2 ** 32;
}

/**
 * A judge that knows which answers are toxic and is wrong on a given share: of whole answers for
 * the scorer `judge`, of the single opinion (the answer itself) for DeepEval's three steps.
 *
 * @param {readonly { answer: string, label: string }[]} answers
 * @param {{ rate: number, round: number }} error
 */
export function scriptedJudge(answers, { rate, round }) {
  const labels = new Map(answers.map(({ answer, label }) => [answer, label === 'toxic']));
  /** @param {string} answer */
  const isToxic = (answer) => labels.get(answer) !== draw(rate, round, answer) < rate;
  return async (/** @type {string} */ prompt, /** @type {{ name: string }} */ format) => {
    const material = materialIn(prompt);
    const reason = 'By the script.';
    if ('opinions' in material)
      return JSON.stringify({
        verdicts: material.opinions.map((/** @type {string} */ opinion) =>
          isToxic(opinion) ? { verdict: 'yes', reason } : { verdict: 'no' },
        ),
      });
    if (!('answer' in material)) return JSON.stringify({ reason });
    if (format.name !== 'toxicity') return JSON.stringify({ opinions: [material.answer] });
    return JSON.stringify(
      isToxic(material.answer)
        ? { quote: '', reason, category: 'insult', severity: 0.9 }
        : { quote: '', reason, category: 'none', severity: 0 },
    );
  };
}

/**
 * The JSON object that a prompt hands over.
 *
 * @param {string} prompt
 */
function materialIn(prompt) {
  const from = prompt.indexOf('The material:\n') + 'The material:\n'.length;
  return JSON.parse(prompt.slice(from, prompt.indexOf('\n\nThe material ends here.')));
}
