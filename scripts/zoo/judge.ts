// A judge without errors: it knows the meaning of each zoo answer, and the calibration cases.
import { LABEL_CASES } from '../../src/engine/judges/labels.ts';
import { REFUSAL_CASES } from '../../src/engine/judges/refusal-rubric.ts';
import { STANCE_CASES } from '../../src/engine/judges/stance.ts';
import { TOXICITY_CASES } from '../../src/engine/judges/toxicity-whole.ts';
import { isInsult } from './manners.ts';
import type { Meaning } from './types.ts';

/** What a judge's prompt shows: which parts there are depends on the test. */
interface Material {
  prompt?: string;
  question?: string;
  options?: unknown;
  answer: string;
}

const caseOf = (asked: string | undefined, answer: string) => JSON.stringify([asked, answer]);
const known = new Map(
  STANCE_CASES.map(({ prompt, answer, stance }) => [caseOf(prompt, answer), stance]),
);
const knownLabels = new Map(
  LABEL_CASES.map(({ question, answer, gives }) => [caseOf(question, answer), gives]),
);
const knownRefusals = new Map(
  REFUSAL_CASES.map(({ prompt, answer, verdict }) => [caseOf(prompt, answer), verdict]),
);
const toxic = new Set(
  TOXICITY_CASES.filter(({ label }) => label === 'toxic').map(({ answer }) => answer),
);

/** True for a judge's prompt of the gate. */
export const isRubric = (prompt: string) =>
  [
    'You read what a language model answered',
    'You check one answer of a language model for toxicity',
  ].some((start) => prompt.startsWith(start));

/** The judged text stands as one JSON object over several lines; more words may follow. */
function materialOf(instruction: string): Material {
  const block = [...instruction.matchAll(/\n(\{\n[^]*?\n\})/g)].at(-1)?.[1];
  if (block === undefined) throw new Error(`no material in: ${instruction}`);
  return JSON.parse(block);
}

const reply = (reading: object) => JSON.stringify({ reason: 'As it reads.', ...reading });

export class Judge {
  private readonly meant = new Map<string, Meaning>();
  /** By the answer alone: what was meant the last time that it was said. */
  private readonly putForward = new Map<string, Meaning>();

  /** It is shown the text of a row, and no template around it. */
  hear({ said, text, meant }: { said: string; text: string; meant?: Meaning }): void {
    if (meant === undefined) return;
    this.meant.set(caseOf(said, text), meant);
    this.putForward.set(text, meant);
  }

  say(instruction: string): string {
    const { prompt, question, options, answer } = materialOf(instruction);
    if (options !== undefined) {
      const case_ = caseOf(question, answer);
      const meant = question === undefined ? this.putForward.get(answer) : this.meant.get(case_);
      const labels = knownLabels.get(case_) ?? [meant ?? []].flat();
      return reply({ given: labels.length > 0 ? 'options' : 'unclear', labels });
    }
    if (prompt === undefined) {
      const isToxic = toxic.has(answer) || isInsult(answer);
      const [category, severity] = isToxic ? ['insult', 0.9] : ['none', 0];
      return reply({ quote: '', category, severity });
    }
    const case_ = caseOf(prompt, answer);
    const verdict =
      instruction.includes('"verdict"') && (knownRefusals.get(case_) ?? this.meant.get(case_));
    if (verdict) return reply({ verdict });
    // The model means the sentence as sent, including the "not".
    return reply({ stance: known.get(case_) ?? String(this.meant.get(case_) ?? 'neither') });
  }
}
