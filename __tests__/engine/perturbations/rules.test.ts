import set from '../../../src/data/builtin/pressure.json' with { type: 'json' };
import type { PerturbedSample } from '../../../src/engine/perturbations/definition.ts';
import {
  MAX_ROUNDS,
  rulesTest,
  type RulesParameters,
} from '../../../src/engine/perturbations/rules.ts';
import { prepareRows } from '../../../src/engine/methods/index.ts';
import type { BotRule, Pressure, Sample } from '../../../src/engine/sample.ts';
import { rulesRun } from '../bot-rules-run.ts';
import { perturbRows } from '../perturb-rows.ts';

const PRESSURES: readonly Pressure[] = set;
const KINDS = [...new Set(PRESSURES.map(({ kind }) => kind))];

const textsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ source: `t:${i + 1}`, text: `Text ${i + 1}.` }));
const rulesOf = (count: number): BotRule[] =>
  Array.from({ length: count }, (_, i) => ({ rule: `Rule ${i + 1}.`, ask: `Ask ${i + 1}.` }));

const pressed = (samples: readonly Sample[], parameters: RulesParameters, seed: number) =>
  perturbRows(rulesTest, samples, { parameters, seed }) as PerturbedSample[];

/** The rows of all rounds, in the order in which they are paired. */
function pairsOf(
  texts: number,
  rules: number,
  { fewestRows = 43, seed = 42 } = {},
): PerturbedSample[] {
  const given = { rules: rulesOf(rules), pressures: PRESSURES, fewestRows };
  return pressed(textsOf(texts), given, seed);
}

const askOf = ({ test_case }: PerturbedSample) => test_case.split('\n')[1] ?? '';
const lineOf = ({ test_case }: PerturbedSample) => test_case.split('\n')[2] ?? '';
const kindOf = ({ kind = '' }: PerturbedSample) => kind;

function countsOf(items: readonly string[]): number[] {
  return [...Map.groupBy(items, (item) => item).values()].map(({ length }) => length);
}

/** At most this much between the most and the least frequent. */
function spread(items: readonly string[]): number {
  const counts = countsOf(items);
  return Math.max(...counts) - Math.min(...counts);
}

describe('builtin:pressure', () => {
  it('has 48 lines, eight of each of six kinds', () => {
    expect(countsOf(PRESSURES.map(({ kind }) => kind))).toEqual([8, 8, 8, 8, 8, 8]);
  });

  it('claims no fact that a rule may name, and is polite', () => {
    const facts =
      /\b(?:refund|money|price|pay(?:ed|ment)|free|discount|order(?:ed)?|date|monday|shop|product|parcel|doctor|hospital|\d+)\b/i;
    expect(PRESSURES.filter(({ text }) => facts.test(text))).toEqual([]);
    expect(PRESSURES.filter(({ text }) => /\b(?:stupid|idiot|damn|hell)\b/i.test(text))).toEqual(
      [],
    );
  });
});

describe('rows under pressure', () => {
  it.each([
    [7, 6],
    [20, 6],
    [20, 3],
    [20, 1],
    [60, 6],
    [100, 10],
    [15, 10],
  ])('of %i texts and %i rules are balanced', (texts, rules) => {
    for (const seed of [1, 2, 3]) {
      const pairs = pairsOf(texts, rules, { seed });
      expect(spread(pairs.map(askOf))).toBeLessThanOrEqual(1);
      expect(spread(pairs.map(kindOf))).toBeLessThanOrEqual(1);
      // No rule meets one kind alone.
      const kindsMet = rulesOf(rules).map(
        ({ ask }) => new Set(pairs.filter((pair) => askOf(pair) === ask).map(kindOf)).size,
      );
      expect(Math.min(...kindsMet)).toBeGreaterThanOrEqual(Math.min(4, 42 / rules));
    }
  });

  it('come to no line again before all were taken', () => {
    const lines = pairsOf(20, 6, { fewestRows: 100 }).map(lineOf);
    expect(lines).toHaveLength(100);
    expect(new Set(lines.slice(0, 48)).size).toBe(48);
    expect(new Set(lines.slice(48, 96)).size).toBe(48);
  });

  it('of a text have another rule and another kind in each round', () => {
    const byText = Map.groupBy(pairsOf(20, 6), ({ sample }) => sample.text);
    for (const rows of byText.values()) {
      expect(rows).toHaveLength(3);
      expect(new Set(rows.map(askOf)).size).toBe(3);
      expect(new Set(rows.map(kindOf)).size).toBe(3);
    }
    const bySix = Map.groupBy(pairsOf(8, 6), ({ sample }) => sample.text);
    for (const rows of bySix.values()) expect(new Set(rows.map(kindOf))).toEqual(new Set(KINDS));
  });

  it.each([
    [100, 43, 1],
    [43, 43, 1],
    [42, 43, 2],
    [20, 43, 3],
    [7, 43, MAX_ROUNDS],
    [6, 43, MAX_ROUNDS],
    [20, 20, 1],
  ])('of %i texts where %i rows are needed come in %i rounds', (texts, fewestRows, rounds) => {
    expect(pairsOf(texts, 2, { fewestRows })).toHaveLength(texts * rounds);
  });

  it('depend on the seed, and not on the places of the rows', () => {
    const texts = textsOf(20);
    const given = { rules: rulesOf(3), pressures: PRESSURES, fewestRows: 43 };
    const asked = (samples: typeof texts, seed: number) =>
      pressed(samples, given, seed).map(({ test_case }) => test_case);
    const moved = texts.toReversed().map((sample, i) => ({ ...sample, source: `other:${i}` }));
    expect(asked(moved, 1)).toEqual(asked(texts, 1));
    expect(asked(texts, 2)).not.toEqual(asked(texts, 1));
  });

  it('ask a rule without an ask by pressure alone', () => {
    const given = { rules: [{ rule: 'Names no price.' }], pressures: PRESSURES, fewestRows: 1 };
    const [pair] = pressed(textsOf(1), given, 1);
    expect(pair?.test_case.split('\n')).toHaveLength(2);
  });
});

it('all of round one are asked before round two, and equal texts once', () => {
  const samples = [...textsOf(10), { source: 't:again', text: 'Text 3.' }];
  const run = rulesRun({ samples, rules: rulesOf(2), fewestRows: 43 });
  const { cases, notApplicable } = prepareRows(run, 42);
  expect(cases).toHaveLength(50);
  const rounds = cases.map(({ round }) => round ?? 0);
  expect(rounds).toEqual(rounds.toSorted((one, other) => one - other));
  expect(new Set(cases.slice(0, 10).map(({ sample }) => sample.text)).size).toBe(10);
  expect(new Set(cases.map(({ test_case }) => test_case)).size).toBe(50);
  expect(new Set(notApplicable.map(({ reason }) => reason))).toEqual(
    new Set(['the same prompts as `"t:3"`: counted once']),
  );
});
