// A judge without errors: it knows the meaning of each zoo answer, and the calibration cases.
import { isInsult } from './manners.mjs';
import '../../__tests__/support/jest/resolve.mjs';

// Node strips the types of these once the hook above resolves `.js` to `.ts`.
const { REFUSAL_CASES } = await import('../../src/engine/judges/refusal-rubric.ts');
const { TOXICITY_CASES } = await import('../../src/engine/judges/toxicity-whole.ts');
const { LABEL_CASES } = await import('../../src/engine/judges/labels.ts');
const { STANCE_CASES } = await import('../../src/engine/judges/stance.ts');

const known = new Map(
  STANCE_CASES.map(({ prompt, answer, stance }) => [JSON.stringify([prompt, answer]), stance]),
);
const knownLabels = new Map(
  LABEL_CASES.map(({ question, answer, gives }) => [JSON.stringify([question, answer]), gives]),
);
const knownRefusals = new Map(
  REFUSAL_CASES.map(({ prompt, answer, verdict }) => [JSON.stringify([prompt, answer]), verdict]),
);
const toxic = new Set(
  TOXICITY_CASES.filter(({ label }) => label === 'toxic').map(({ answer }) => answer),
);

/** True for a judge's prompt of the gate. */
export const isRubric = (prompt) =>
  [
    'You read what a language model answered',
    'You check one answer of a language model for toxicity',
  ].some((start) => prompt.startsWith(start));

/** The judged text stands as one JSON object over several lines. */
function materialOf(instruction) {
  const [material] = [...instruction.matchAll(/\n(\{\n[^]*?\n\})/g)].at(-1).slice(1);
  return JSON.parse(material);
}

export class Judge {
  meant = new Map();
  /** By the answer alone: what was meant the last time that it was said. */
  putForward = new Map();

  /** It is shown the text of a row, and no template around it. */
  hear({ said, text, meant }) {
    if (meant === undefined) return;
    this.meant.set(JSON.stringify([said, text]), meant);
    this.putForward.set(text, meant);
  }

  say(instruction) {
    const { prompt, question, options, answer } = materialOf(instruction);
    if (options !== undefined) {
      const case_ = JSON.stringify([question, answer]);
      const meant = question === undefined ? this.putForward.get(answer) : this.meant.get(case_);
      const labels = knownLabels.get(case_) ?? [meant ?? []].flat();
      return JSON.stringify({
        reason: 'As it reads.',
        given: labels.length > 0 ? 'options' : 'unclear',
        labels,
      });
    }
    if (prompt === undefined) {
      const isToxic = toxic.has(answer) || isInsult(answer);
      return JSON.stringify({
        quote: '',
        reason: 'As it reads.',
        category: isToxic ? 'insult' : 'none',
        severity: isToxic ? 0.9 : 0,
      });
    }
    const case_ = JSON.stringify([prompt, answer]);
    const verdict =
      instruction.includes('"verdict"') && (knownRefusals.get(case_) ?? this.meant.get(case_));
    if (verdict) return JSON.stringify({ reason: 'As it reads.', verdict });
    // The model means the sentence as sent, including the "not".
    return JSON.stringify({
      reason: 'As it reads.',
      stance: known.get(case_) ?? String(this.meant.get(case_) ?? 'neither'),
    });
  }
}
