/**
 * Figures and verdicts of every golden run equal the recorded ones. `GOLDEN=write` records them
 * anew, only if a change of figures is intended. `GOLDEN_OUT=DIR` keeps report, comment, summary
 * and requests of each run.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Finished } from '../support/run-action.ts';
import { scenario } from '../support/scenario.ts';
import { SCENARIOS, type Prepared } from './scenarios.ts';

const FILE = path.join(import.meta.dirname, 'figures.json');
const isWriting = process.env.GOLDEN === 'write';
const out = process.env.GOLDEN_OUT;

const COUNTS = [
  'test_type',
  'outcome',
  'pass',
  'pass_count',
  'fail_count',
  'error_count',
  'not_applicable_count',
  'pass_rate',
] as const;
const recorded = (isWriting ? {} : JSON.parse(readFileSync(FILE, 'utf8'))) as Record<
  string,
  unknown
>;

/** Status, pass, state and score of every row, as twelve letters. */
function digestOf(rows: NonNullable<Finished['report']>['results']): string {
  const lines = rows.map(({ test_type, status, pass, state, eval_score, counted }) =>
    [test_type, status, pass, state, eval_score?.toFixed(4), counted].join(' '),
  );
  return `${rows.length} rows, ${createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12)}`;
}

function figuresOf({ exitCode, outputs, report }: Finished, { model, github }: Prepared): unknown {
  // How often a failed call is repeated depends on the clock.
  const isExact = !report?.report.some(({ error_count }) => error_count > 0);
  const paths = isExact ? (model?.requests.map(({ path: at }) => at) ?? []) : [];
  const requests = Object.fromEntries(
    [...new Set(paths)].sort().map((at) => [at, paths.filter((one) => one === at).length]),
  );
  const tests = (report?.report ?? []).map((row) =>
    Object.fromEntries(COUNTS.map((name) => [name, row[name]])),
  );
  return JSON.parse(
    JSON.stringify({
      exit: exitCode,
      outcome: outputs.outcome,
      requests: isExact ? requests : undefined,
      tests,
      rows: digestOf(report?.results ?? []),
      baselines: report?.report.flatMap(({ baseline }) =>
        baseline ? [[baseline.broken, baseline.fixed, baseline.outcome]] : [],
      ),
      base_rules:
        report?.base_rules &&
        ('outcome' in report.base_rules ? report.base_rules.outcome : 'error'),
      comments: github?.comments.length,
    }),
  ) as unknown;
}

describe('golden runs', () => {
  it.each(Object.keys(SCENARIOS))('have the recorded figures and verdict: %s', async (name) => {
    const prepared = await SCENARIOS[name]!();
    const { run, model, github } = prepared;
    const finished = await scenario({ ...run, model, github, haste: 8 });
    if (out !== undefined) {
      const folder = path.join(out, name.replace(/\W+/g, '-'));
      mkdirSync(folder, { recursive: true });
      const texts = {
        'report.json': JSON.stringify(finished.report, null, 1),
        'comment.md': github?.comments.map(({ body }) => body).join('\n\n') ?? '',
        'summary.md': finished.summary,
        'stdout.txt': finished.stdout,
        'requests.json': JSON.stringify(
          model?.requests.map(({ path: at, body }) => [at, body]) ?? [],
          null,
          1,
        ),
      };
      for (const [file, text] of Object.entries(texts))
        writeFileSync(path.join(folder, file), text);
    }
    const figures = figuresOf(finished, prepared);
    if (isWriting) recorded[name] = figures;
    expect({ [name]: figures }).toEqual({ [name]: recorded[name] });
  });

  afterAll(() => {
    if (isWriting) writeFileSync(FILE, `${JSON.stringify(recorded, null, 1)}\n`);
  });

  it('are the recorded ones, and no others', () => {
    expect(Object.keys(recorded).sort()).toEqual(Object.keys(SCENARIOS).sort());
  });
});
