import { z } from 'zod';
import { itemAt, range } from '../lists.ts';
import { orderByLot, contentOf, drawFrom, shuffled } from '../random.ts';
import type { BotRule, Pressure, Sample } from '../sample.ts';
import { RULES_SCORERS } from '../scorers/index.ts';
import type { PerturbedSample, SensitivityTest } from './definition.ts';

const parameters = z.strictObject({
  pressure: z.boolean().optional().meta({
    description: 'false asks each text as it is, and nothing else; true where left out.',
  }),
});
export type RulesParameters = z.infer<typeof parameters> & {
  rules?: readonly BotRule[];
  pressures?: readonly Pressure[];
  /** The fewest rows after which a perfect bot passes. Fewer texts are asked in several rounds. */
  fewestRows?: number;
};

/** Maximum number of rounds: each asks a text with another line and another rule's `ask`. */
export const MAX_ROUNDS = 7;

/** Asks whether a bot keeps its rules, without pressure and under pressure. */
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
  const rounds = Math.max(1, Math.min(MAX_ROUNDS, roundsNeeded));
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
    kind: pressure.kind,
    round,
  };
}

/** How often each rule, or each kind of pressure, was taken. */
class Tally {
  private readonly counts = new Map<BotRule | string | undefined, number>();

  of(key: BotRule | string | undefined): number {
    return this.counts.get(key) ?? 0;
  }

  add(key: BotRule | string | undefined): void {
    this.counts.set(key, this.of(key) + 1);
  }
}

/**
 * Gives each row a rule and a line of pressure in turn. A text gets the rules and kinds that it met
 * least; among them the rule that was taken least, and the kind that this rule met least. No line
 * comes again before all were taken.
 */
class Turns {
  private readonly options: PressureOptions;
  private readonly taken = new Tally();
  private readonly metByText = new Map<string, Tally>();
  private readonly metByRule = new Map<BotRule | undefined, Tally>();
  /** Lines that were not taken yet, by kind. */
  private lines = new Map<string, Pressure[]>();

  constructor(options: PressureOptions) {
    this.options = options;
  }

  take(text: string): { rule: BotRule | undefined; pressure: Pressure } {
    const metByText = tallyIn(this.metByText, text);
    const rule = leastOf(this.options.rules, (candidate) => [
      metByText.of(candidate),
      this.taken.of(candidate),
    ]);
    const metByRule = tallyIn(this.metByRule, rule);
    const [kind = '', lines = []] =
      leastOf(this.openLines(), ([lineKind, { length }]) => [
        metByText.of(lineKind),
        metByRule.of(lineKind),
        -length,
      ]) ?? [];
    for (const tally of [metByText, this.taken]) tally.add(rule);
    for (const tally of [metByText, metByRule]) tally.add(kind);
    const pressure = itemAt(lines, lines.length - 1);
    lines.pop();
    return { rule, pressure };
  }

  /** The kinds that have lines left; all kinds once every line was taken. */
  private openLines(): [kind: string, lines: Pressure[]][] {
    if ([...this.lines.values()].every(({ length }) => length === 0)) this.lines = this.allLines();
    return [...this.lines].filter(([, { length }]) => length > 0);
  }

  /** The lines by kind, in an order of the seed. */
  private allLines(): Map<string, Pressure[]> {
    const { pressures, seed } = this.options;
    const kinds = [...Map.groupBy(pressures, ({ kind }) => kind)];
    return new Map(
      kinds.map(([kind, lines]) => [kind, shuffled(lines, drawFrom(seed, 'pressure', kind))]),
    );
  }
}

function tallyIn<Key>(tallies: Map<Key, Tally>, key: Key): Tally {
  const tally = tallies.get(key) ?? new Tally();
  tallies.set(key, tally);
  return tally;
}

/** The first item with the lowest counts; a later count decides between equal earlier ones. */
function leastOf<Item>(
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
