import { inTurns, mayAsk, type Entry } from './entry.js';
import { questionKey } from './questions.js';
import { drawFrom } from './random.js';
import type { Subject } from './recall.js';
import type { Subjects } from './trial.js';
import { openRows, type AnyTrial } from './triplet/start.js';

export function subjectOf(answers: Subjects['head'], { head }: Subjects): Subject {
  return answers === head ? 'head' : 'base';
}

/**
 * Deals the rows of all tests out, to so many shares. Rows that have a question in common go to one share, so that a question is asked by
 * one alone, as often as by a run that is not shared out. Who gets which row hangs on seed, data and prompts alone.
 * @returns for each test the share (from 1) of each of its rows.
 */
export function dealOut(trials: readonly AnyTrial[], { seed, of, subjects }: { seed: number; of: number; subjects: Subjects }) {
  const entries = inTurns(trials.map((trial) => ({ trial, rows: openRows(trial) })));
  const groups = groupsOf(entries, subjects).map((group) => {
    const [name = ''] = [...group.questions].sort();
    return { ...group, name, lot: drawFrom(seed, 'share', name)(2 ** 31) };
  });
  groups.sort((a, b) => a.lot - b.lot || (a.name < b.name ? -1 : 1));
  const load = Array.from({ length: of }, () => 0);
  const shares = new Map<AnyTrial, Map<number, number>>(trials.map((trial) => [trial, new Map()]));
  for (const { entries: own, questions } of groups) {
    const least = load.indexOf(Math.min(...load));
    load[least]! += questions.size;
    for (const { trial, row } of own) shares.get(trial)!.set(row, least + 1);
  }
  return shares;
}

/** Entries that hang together by a question, however many steps it takes. */
function groupsOf(entries: readonly Entry[], subjects: Subjects) {
  const above = entries.map((_, i) => i);
  const root = (i: number): number => {
    let top = i;
    while (above[top] !== top) top = above[top]!;
    for (let at = i; above[at] !== top;) [at, above[at]] = [above[at]!, top];
    return top;
  };
  const first = new Map<string, number>();
  const questions = entries.map((entry, i) => {
    const keys = mayAsk(entry).map(({ answers, question }) => `${subjectOf(answers, subjects)} ${questionKey(question)}`);
    for (const key of keys) {
      const known = first.get(key);
      if (known === undefined) first.set(key, i);
      else above[root(i)] = root(known);
    }
    return keys;
  });
  return [...Map.groupBy(entries.keys(), root).values()].map((group) => ({
    entries: group.map((i) => entries[i]!),
    questions: new Set(group.flatMap((i) => questions[i]!)),
  }));
}
