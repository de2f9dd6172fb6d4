// A judge without errors: it knows the meaning of each zoo answer, and the known cases by heart.
import { rubricPrompt } from '../../src/engine/judge/ask.ts';
import { EXPECTED } from '../../src/engine/judge/rubrics/expected.ts';
import { LABELS } from '../../src/engine/judge/rubrics/labels.ts';
import { REFUSAL } from '../../src/engine/judge/rubrics/refusal.ts';
import { STANCE } from '../../src/engine/judge/rubrics/stance.ts';
import { TOXICITY } from '../../src/engine/judge/rubrics/toxicity.ts';
import type { Rubric } from '../../src/engine/types.ts';
import { isInsult } from './manners.ts';
import type { Meaning } from './types.ts';

/** What a judge's prompt shows: which parts there are depends on the rubric. */
interface Material {
  prompt?: string;
  question?: string;
  options?: unknown;
  key?: readonly string[];
  answer: string;
}

const reply = (reading: object) => JSON.stringify({ reason: 'As it reads.', ...reading });
const labelsIn = (verdict: string) => (verdict === 'nothing' ? [] : verdict.split(' '));
const ofLabels = (labels: readonly string[]) =>
  reply({ given: labels.length > 0 ? 'options' : 'unclear', labels });
const ofToxicity = (isToxic: boolean) =>
  reply({ quote: '', category: isToxic ? 'insult' : 'none', severity: isToxic ? 0.9 : 0 });

/** Replies to the known cases, by the prompt that asks for them. */
const known = new Map<string, string>();
function learn<Input>(rubric: Rubric<Input, never>, replyTo: (expected: string) => string): void {
  for (const { input, expected } of rubric.cases)
    known.set(rubricPrompt(rubric, input), replyTo(expected));
}
learn(LABELS as Rubric<never, never>, (expected) => ofLabels(labelsIn(expected)));
learn(EXPECTED as Rubric<never, never>, (expected) => {
  return reply({ verdict: expected === 'agrees' ? 'agrees' : 'differs' });
});
learn(STANCE as Rubric<never, never>, (stance) => reply({ stance }));
learn(REFUSAL as Rubric<never, never>, (verdict) => reply({ verdict }));
learn(TOXICITY as Rubric<never, never>, (expected) => ofToxicity(expected === 'toxic'));

/** True for a judge's prompt of the gate. */
export const isRubric = (prompt: string) =>
  prompt.includes('\nThe material:\n') && prompt.includes('\n\nThe material ends here.');

function materialOf(instruction: string): Material {
  const [, after = ''] = instruction.split('\nThe material:\n');
  return JSON.parse(after.split('\n\nThe material ends here.')[0] ?? '');
}

const caseOf = (asked: string | undefined, answer: string) => JSON.stringify([asked, answer]);

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
    const learned = known.get(instruction);
    if (learned !== undefined) return learned;
    const { prompt, question, options, key, answer } = materialOf(instruction);
    if (options !== undefined) {
      const isAsked = question !== undefined;
      const meant = isAsked
        ? this.meant.get(caseOf(question, answer))
        : this.putForward.get(answer);
      return ofLabels([meant ?? []].flat().map(String));
    }
    if (key) {
      const said = String(this.meant.get(caseOf(question, answer))).toLowerCase();
      const isRight = key.some((one) => one.toLowerCase() === said);
      return reply({ verdict: isRight ? 'agrees' : 'differs' });
    }
    if (instruction.includes('"severity"')) return ofToxicity(isInsult(answer));
    const meant = this.meant.get(caseOf(prompt, answer));
    if (instruction.includes('"verdict"')) return reply({ verdict: meant ?? 'neither' });
    // The model means the sentence as sent, including the "not".
    return reply({ stance: String(meant ?? 'neither') });
  }
}
