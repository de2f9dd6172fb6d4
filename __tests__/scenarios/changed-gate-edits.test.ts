/**
 * Edits of a gate that fails: a head whose own rules give a better verdict never stands without the
 * verdict of its base's rules.
 */
import fc from 'fast-check';
import schema from '../../schema/sensitivity.schema.json' with { type: 'json' };
import { inlined } from '../support/config-schema.ts';
import { some } from '../support/runs.ts';
import { BASE, CONFIG_PATH, gitHub, pullRequest, scenario } from '../support/scenario.ts';
import { deafIn, FILE, jsonl, QUESTIONS, questionModel } from '../support/triplets.ts';

/** Drawn from the schema, others for the next commit. */
const EDITS = process.env['THOROUGH'] ? 56 : 7;

type Json = Record<string, unknown>;

/** The model overlooks the "not" on every fourth sheet: 75 %, and 85 % are needed. */
const rules = (url: string) => ({
  model: { hub: 'openai', name: 'scenario-model', base_url: `${url}/v1`, retries: 0 },
  data: { source: FILE },
  evaluation: {} as Json,
  tests: { sensitivity: { add_negation: { min_pass_rate: 0.85 } as Json } },
  seed: 42,
});

const valueOf = (key: Json): fc.Arbitrary<unknown> => {
  const {
    type,
    anyOf,
    minimum = 0,
    maximum = 1_000,
    exclusiveMinimum,
    exclusiveMaximum,
  } = key as Record<string, never>;
  if (key['enum']) return fc.constantFrom(...(key['enum'] as unknown[]));
  if (anyOf) return fc.oneof(...(anyOf as Json[]).map(valueOf));
  const [low, high] = [exclusiveMinimum ?? minimum, exclusiveMaximum ?? maximum];
  if (type === 'integer')
    return fc.integer({ min: Number(low), max: Math.min(1_000, Number(high)) });
  if (type === 'number')
    return fc
      .integer({ min: 1, max: 99 })
      .map((n) => Number(low) + (n / 100) * (Number(high) - Number(low)));
  if (type === 'boolean') return fc.boolean();
  return fc.constant('1h');
};

const properties = inlined(schema).properties as Record<
  string,
  { properties?: Record<string, Json> } & Json
>;
const ofEvaluation = Object.entries(
  properties['evaluation']!['anyOf']
    ? (properties['evaluation']!['anyOf'] as Json[])[0]!['properties']!
    : {},
);

/** One key of the configuration that differs. */
const edit = fc
  .constantFrom(
    ...ofEvaluation,
    ...['seed', 'deadline'].map((name) => [name, properties[name]!] as const),
  )
  .chain(([name, key]) => valueOf(key as Json).map((value) => ({ name, value })));

async function judged(url: string, head: Json, rows: readonly unknown[] = QUESTIONS) {
  const github = await gitHub();
  github.files.set(`${BASE}:${CONFIG_PATH}`, JSON.stringify(rules(url)));
  github.files.set(`${BASE}:${FILE}`, jsonl(QUESTIONS));
  const files = { [CONFIG_PATH]: JSON.stringify(head), [FILE]: jsonl(rows) };
  const { report } = await scenario({ github, event: pullRequest(), files });
  return { report: report!, comment: (github.comments[0]?.body ?? '').replace(/<[^>]+>/g, '') };
}

function expectBothVerdicts(
  { report, comment }: Awaited<ReturnType<typeof judged>>,
  what: unknown,
): void {
  const { base_rules, rules_changed = [], rows_changed = [] } = report;
  // A configuration that cannot be read has no subject, and its error is all there is to say.
  const isUnreadable = report.problem?.name === 'ConfigError' && base_rules === undefined;
  if (report.outcome === 'fail' || isUnreadable) return;
  expect({ what, outcome: base_rules && 'outcome' in base_rules && base_rules.outcome }).toEqual({
    what,
    outcome: 'fail',
  });
  expect(rules_changed.length + rows_changed.length).toBeGreaterThan(0);
  expect(comment).toMatch(
    /This pull request changes the (?:rows of the )?gate:.* By the (?:rules|rows)(?: and rows)? of main: fail/,
  );
}

it('a key that improves the verdict shows the verdict of the base as well', async () => {
  const model = await questionModel(deafIn(4));
  const better = new Set<string>();
  const lower = { name: 'min_pass_rate', value: 0.5 };
  for (const { name, value } of [lower, ...fc.sample(edit, EDITS)]) {
    const head = rules(model.url);
    if (name in head) Object.assign(head, { [name]: value });
    else head.tests.sensitivity.add_negation[name] = value;
    const result = await judged(model.url, head);
    if (result.report.outcome !== 'fail') better.add(result.report.outcome);
    expectBothVerdicts(result, { name, value });
  }
  // Some edits do turn the verdict: else this would show nothing.
  expect([...better]).not.toEqual([]);
});

it('rows that improve the verdict show the verdict of the base as well', async () => {
  const model = await questionModel(deafIn(4));
  const isFailed = (_: unknown, i: number) => i % 4 === 0;
  const edits: [what: string, rows: readonly unknown[]][] = [
    ['failed rows removed', QUESTIONS.filter((row, i) => !isFailed(row, i))],
    ['most of them removed', QUESTIONS.filter((row, i) => !isFailed(row, i) || i > 80)],
    [
      'another key',
      QUESTIONS.map((row, i) => (isFailed(row, i) ? { ...row, negated_answer: row.answer } : row)),
    ],
    [
      'expected to stay',
      QUESTIONS.map((row, i) => (isFailed(row, i) ? { ...row, expect: 'same' } : row)),
    ],
    [
      'easy rows added',
      [
        ...QUESTIONS,
        ...QUESTIONS.filter((row, i) => !isFailed(row, i)).map((row, i) => ({
          ...row,
          question: `${row.question} Really, is it ${i}?`,
        })),
      ],
    ],
    ['no key', QUESTIONS.map(({ question, options }) => ({ question, options }))],
    [
      'other options',
      QUESTIONS.map((row, i) =>
        isFailed(row, i) ? { ...row, options: [...row.options, 'No town'] } : row,
      ),
    ],
    [
      'other texts',
      QUESTIONS.map((row, i) =>
        isFailed(row, i)
          ? { ...row, question: row.question.replace(/sheet \d+/, `sheet ${i + 1}`) }
          : row,
      ),
    ],
    [
      'no "is"',
      QUESTIONS.map((row, i) =>
        isFailed(row, i) ? { ...row, question: row.question.replace('is on', 'stands on') } : row,
      ),
    ],
    ['ten rows', QUESTIONS.filter((row, i) => !isFailed(row, i)).slice(0, 10)],
  ];
  for (const [what, rows] of some(edits, 2))
    expectBothVerdicts(await judged(model.url, rules(model.url), rows), what);
});
