import type { Arm } from './score.js';
import { pairOf, type Entry } from './entry.js';
import { questionKey, timesAsked } from './questions.js';
import { armsOf, askedOf, type Trial } from './trial.js';
import { isSequence } from './triplet/start.js';

/** Of so few rows none goes ahead (schedule.ts): it is not worth a round trip, and a batch of texts that is not full. */
export const FEW_ROWS = 10;

interface Texts {
  trial: Trial;
  rows: number;
  kind: 'embeds' | 'classifies';
  ahead: number;
  later: number;
  size: number;
}

/** Texts that go in batches, to be embedded or classified; each subject's in batches of their own. */
export class Batched {
  private readonly texts = new Map<Arm, Texts>();
  private readonly embeddingBatch: number;

  constructor(embeddingBatch: number) {
    this.embeddingBatch = embeddingBatch;
  }

  /** `times` -1 takes a row out again. */
  add(entry: Entry, times: 1 | -1): void {
    const pair = pairOf(entry);
    if (!pair) return;
    const { trial, row } = pair;
    const { scorer, classifier } = trial.run;
    if (!scorer.embeds && !scorer.classifies) return;
    const size = classifier?.batchSize ?? this.embeddingBatch;
    // A run that may stop early may send every row for itself, in batches that are not full.
    const room = (texts: number) => (isSequence(entry.trial) ? size * Math.ceil(texts / size) : texts);
    for (const arm of armsOf(trial)) {
      const { ahead, later } = scorer.classifies ? classified(arm, isSequence(entry.trial)) : embedded(arm, row);
      const sofar = this.texts.get(arm) ?? { ahead: 0, later: 0, rows: 0 };
      this.texts.set(arm, {
        trial,
        rows: sofar.rows + times,
        ahead: sofar.ahead + times * (scorer.classifies ? room(ahead) : ahead),
        later: sofar.later + times * room(later),
        size,
        kind: scorer.classifies ? 'classifies' : 'embeds',
      });
    }
  }

  count(wanted: Texts['kind']): number {
    const texts = [...this.texts.values()].filter(({ kind }) => kind === wanted);
    const opening = this.openedBy(texts);
    return texts.reduce((sum, text) => sum + requestsFor(text) + (opening.has(text.trial) ? batchesOfARow(text) : 0), 0);
  }

  /** The tests whose first row goes ahead, in batches that are not full: of each who is asked the first (see schedule.ts). */
  private openedBy(texts: readonly Texts[]): ReadonlySet<Trial> {
    const first = new Map<unknown, Trial>();
    for (const text of texts) {
      const { trial, rows } = text;
      if (rows > FEW_ROWS && !first.has(trial.run.classifier)) first.set(trial.run.classifier, trial);
    }
    return new Set(first.values());
  }
}

function requestsFor({ ahead, later, size }: Texts): number {
  return Math.ceil(ahead / size) + Math.ceil(later / size);
}

function batchesOfARow({ kind, ahead, later, size }: Texts): number {
  if (size === 1) return 0;
  return kind === 'embeds' ? 1 : Math.min(ahead, 1) + Math.min(later, 1);
}

/** All at once. */
function embedded(arm: Arm, row: number): { ahead: number; later: number } {
  return { ahead: 0, later: new Set(askedOf(arm, row).map(({ question }) => questionKey(question))).size };
}

/** The actual answers go first; of those that fail, the expected ones too, and (sequential) those to the placebo. */
function classified({ prepared: { run } }: Arm, hasPlacebo: boolean): { ahead: number; later: number } {
  const ahead = timesAsked(run);
  return { ahead, later: run.test.perturbs ? ahead + (hasPlacebo ? 1 : 0) : 0 };
}
