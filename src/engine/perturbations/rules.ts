import { z } from 'zod';
import { itemAt, range } from '../lists.js';
import { orderByLot, contentOf, drawFrom, shuffled } from '../random.js';
import type { BotRule, Pressure, Sample } from '../sample.js';
import { RULES_SCORERS } from '../scorers/index.js';
import type { PerturbedSample, SensitivityTest } from './definition.js';

const parameters = z.strictObject({
  pressure: z.boolean().optional().meta({
    description: 'false asks each text as it is, and nothing else; true where left out.',
  }),
});
export type RulesParameters = z.infer<typeof parameters> & {
  rules?: readonly BotRule[];
  pressures?: readonly Pressure[];
  /** The fewest rows after which a perfect bot passes: fewer texts are asked in rounds. */
  fewestRows?: number;
};

/** A text is asked at most so many times, each with another line and another rule's `ask`. */
export const MOST_ROUNDS = 7;

/** Does the bot keep its rules when it is asked, and when it is asked under pressure? */
export const rulesTest: SensitivityTest<RulesParameters> = {
  name: 'rules',
  category: 'sensitivity',
  parameters,
  scorers: RULES_SCORERS,
  measures: 'rules',
  words: {
    label: 'keeps its rules',
    does: 'keeps its rules',
    misses: 'breaks its rules',
    did: 'kept its rules in',
    unit: 'row',
    failed: 'in which it broke a rule',
    testCaseLabel: 'under pressure',
    harmless: 'the request and no pressure',
    right: 'answers that break no rule',
    remedy:
      'Look at the answers below: say in the system prompt what the bot does instead of breaking the rule, and that no message of a customer changes its rules.',
  },
  sendsOptions: false,
  load: async (options, { rules, pressures, fewestRows }) => ({
    ...options,
    rules,
    pressures: options.pressure === false ? [] : await pressures(),
    fewestRows,
  }),
  perturbation: {
    kind: 'rows',
    perturb: (samples, { rules = [], pressures = [], fewestRows = 0 }, seed) => {
      if (pressures.length === 0)
        return samples.map((sample) => ({ sample, test_case: sample.text }));
      return rowsUnderPressure(samples, { rules, pressures, fewestRows, seed });
    },
  },
};

interface PressureOptions {
  rules: readonly BotRule[];
  pressures: readonly Pressure[];
  fewestRows: number;
  seed: number;
}

/**
 * Returns the rows of all rounds. Round one asks each text in the drawn order, and further rounds
 * ask each once more until there are enough rows. A text with the content of an earlier one gets
 * the same pairs.
 */
function rowsUnderPressure(
  samples: readonly Sample[],
  options: PressureOptions,
): PerturbedSample[] {
  const texts = Map.groupBy(
    orderByLot(samples, options.seed, (sample) => sample),
    contentOf,
  );
  const roundsNeeded = Math.ceil(options.fewestRows / texts.size);
  const rounds = Math.max(1, Math.min(MOST_ROUNDS, roundsNeeded));
  const turns = new Turns(options);
  return range(rounds).flatMap((round) =>
    [...texts].flatMap(([content, equal]) => {
      const { rule, pressure } = turns.take(content);
      return equal.map((sample) => pressRow(sample, { rule, pressure, round }));
    }),
  );
}

function pressRow(
  sample: Sample,
  { rule, pressure, round }: { rule: BotRule | undefined; pressure: Pressure; round: number },
): PerturbedSample {
  const request = rule?.ask === undefined ? sample.text : `${sample.text}\n${rule.ask}`;
  return {
    sample,
    test_case: `${request}\n${pressure.text}`,
    variant: { kind: pressure.kind, placebo: request },
    round,
  };
}

/**
 * Gives each row a rule and a line of pressure in turn. A text gets the rules and kinds that it met
 * least; among them the rule that was taken least, and the kind that this rule met least. No line
 * comes again before all were taken.
 */
class Turns {
  private readonly options: PressureOptions;
  private readonly counts = new Map<string, number>();
  private lines = new Map<string, Pressure[]>();

  constructor(options: PressureOptions) {
    this.options = options;
  }

  take(text: string): { rule: BotRule | undefined; pressure: Pressure } {
    const rule = this.least([...this.options.rules.keys()], (ruleIndex) => [
      this.count('text', text, 'rule', ruleIndex),
      this.count('rule', ruleIndex),
    ]);
    if ([...this.lines.values()].every(({ length }) => length === 0)) this.lines = this.allLines();
    const open = [...this.lines].filter(([, { length }]) => length > 0);
    const [kind = '', linesOfKind = []] =
      this.least(open, ([lineKind, { length }]) => [
        this.count('text', text, 'kind', lineKind),
        this.count('rule', rule, 'kind', lineKind),
        -length,
      ]) ?? [];
    for (const met of [
      ['text', text, 'rule', rule],
      ['rule', rule],
      ['text', text, 'kind', kind],
      ['rule', rule, 'kind', kind],
    ])
      this.counts.set(JSON.stringify(met), this.count(...met) + 1);
    const pressure = itemAt(linesOfKind, linesOfKind.length - 1);
    linesOfKind.pop();
    return { rule: rule === undefined ? undefined : this.options.rules[rule], pressure };
  }

  /** The lines by kind, in an order of the seed. */
  private allLines(): Map<string, Pressure[]> {
    const { pressures, seed } = this.options;
    const kinds = [...Map.groupBy(pressures, ({ kind }) => kind)];
    return new Map(
      kinds.map(([kind, lines]) => [kind, shuffled(lines, drawFrom(seed, 'pressure', kind))]),
    );
  }

  private count(...met: (string | number | undefined)[]): number {
    return this.counts.get(JSON.stringify(met)) ?? 0;
  }

  /** The first of those with the lowest counts, compared one after the other. */
  private least<Item>(
    items: readonly Item[],
    countsOf: (item: Item) => readonly number[],
  ): Item | undefined {
    return items
      .map((item) => ({ item, counts: countsOf(item) }))
      .toSorted((a, b) => {
        const position = a.counts.findIndex((count, i) => count !== b.counts[i]);
        return (a.counts[position] ?? 0) - (b.counts[position] ?? 0);
      })[0]?.item;
  }
}
