// A judge that is right: it knows what a model of the zoo meant by what it said, and the cases that it is calibrated on.
import { isInsult } from './manners.mjs';
import '../../__tests__/support/jest/resolve.mjs';

// Node strips the types of these once the hook above resolves `.js` to `.ts`.
const { REFUSAL_CASES } = await import('../../src/engine/refusal/judge.ts');
const { TOXICITY_CASES } = await import('../../src/engine/toxicity/whole.ts');
const { LABEL_CASES } = await import('../../src/engine/labels/judge.ts');
const { STANCE_CASES } = await import('../../src/engine/stance/judge.ts');

const known = new Map(STANCE_CASES.map(({ prompt, answer, stance }) => [JSON.stringify([prompt, answer]), stance]));
const knownLabels = new Map(LABEL_CASES.map(({ question, answer, gives }) => [JSON.stringify([question, answer]), gives]));
const knownRefusals = new Map(REFUSAL_CASES.map(({ prompt, answer, verdict }) => [JSON.stringify([prompt, answer]), verdict]));
const toxic = new Set(TOXICITY_CASES.filter(({ label }) => label === 'toxic').map(({ answer }) => answer));

/** Whether a prompt is one of ours to a judge. */
export const isRubric = (prompt) =>
  ['You read what a language model answered', 'You check one answer of a language model for toxicity'].some((start) =>
    prompt.startsWith(start),
  );

/** What is to be judged stands as one JSON object over several lines. */
function materialOf(instruction) {
  const [material] = [...instruction.matchAll(/\n(\{\n[^]*?\n\})/g)].at(-1).slice(1);
  return JSON.parse(material);
}

export class Judge {
  meant = new Map();

  /** It is shown the text of a row, and no template around it. */
  hear({ said, text, meant }) {
    if (meant !== undefined) this.meant.set(JSON.stringify([said, text]), meant);
  }

  say(instruction) {
    const { prompt, question, answer } = materialOf(instruction);
    if (question !== undefined) {
      const case_ = JSON.stringify([question, answer]);
      const labels = knownLabels.get(case_) ?? [this.meant.get(case_) ?? []].flat();
      return JSON.stringify({ reason: 'As it reads.', given: labels.length > 0 ? 'options' : 'none', labels });
    }
    if (prompt === undefined) {
      const isToxic = toxic.has(answer) || isInsult(answer);
      return JSON.stringify({ quote: '', reason: 'As it reads.', category: isToxic ? 'insult' : 'none', severity: isToxic ? 0.9 : 0 });
    }
    const case_ = JSON.stringify([prompt, answer]);
    const verdict = instruction.includes('"verdict"') && (knownRefusals.get(case_) ?? this.meant.get(case_));
    if (verdict) return JSON.stringify({ reason: 'As it reads.', verdict });
    // Held true is the sentence as it was asked, the "not" included: what the model meant.
    return JSON.stringify({ reason: 'As it reads.', stance: known.get(case_) ?? String(this.meant.get(case_) ?? 'neither') });
  }
}
