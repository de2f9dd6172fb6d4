import { inTurns, type Entry } from './budget.js';
import { questionKey } from './questions.js';
import { drawFrom } from './random.js';
import type { Subject } from './recall.js';
import { askedBy, type Subjects } from './trial.js';
import { isSequence, openRows, type AnyTrial } from './triplet/start.js';

/** All that a row may ever ask: what its own verdict, a comparison or a check may want. */
export function mayAsk({ trial, row }: Entry) {
  return isSequence(trial) ? trial.mayAsk(row) : askedBy(trial, row);
}

export function subjectOf(answers: Subjects['head'], { head }: Subjects): Subject {
  return answers === head ? 'head' : 'base';
}

interface Group {
  entries: Entry[];
  questions: Set<string>;
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
function groupsOf(entries: readonly Entry[], subjects: Subjects): Group[] {
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
  const groups = new Map<number, Group>();
  entries.forEach((entry, i) => {
    const group = groups.get(root(i)) ?? { entries: [], questions: new Set<string>() };
    group.entries.push(entry);
    questions[i]!.forEach((key) => group.questions.add(key));
    groups.set(root(i), group);
  });
  return [...groups.values()];
}
