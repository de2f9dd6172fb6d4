import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { jsonSchema as Schema } from '../../src/config/schema.ts';
import type { Results } from '../../src/engine/results.ts';
import type { renderMarkdown as Markdown } from '../../src/report/formats/markdown.ts';
import { buildCopy, type CopyOfHouse } from '../support/build-copy.ts';
import { runAction, runCli } from '../support/run-action.ts';
import { runDoor } from '../support/run-process.ts';
import { thoroughly } from '../support/runs.ts';
import { CONFIG_PATH } from '../support/scenario.ts';

/**
 * A test, a scorer, a report format and an input are added as CONTRIBUTING says, together in one
 * copy of the sources; the copy is run. Hubs: models/registry.test.ts. One run of the action is
 * the smoke test; THOROUGH=1 runs the others.
 */

/** A test: its whole file. */
const SHOUT = `import { z } from 'zod';
import { CHANGE_SCORERS } from '../scorers/index.ts';
import type { SensitivityTest } from './definition.ts';

export const shout: SensitivityTest<Record<string, never>> = {
  name: 'shout',
  aliases: ['caps'],
  category: 'sensitivity',
  parameters: z.strictObject({}),
  scorers: CHANGE_SCORERS,
  measures: 'change',
  words: {
    label: 'listens when shouted at',
    does: 'listens when shouted at',
    misses: 'is deaf to shouting',
    did: 'listened in',
    unit: 'row',
    failed: 'in which it did not listen',
    testCaseLabel: 'shouted',
    right: 'another answer',
    remedy: 'Speak up.',
  },
  sendsOptions: true,
  perturbation: { kind: 'text', perturb: (text) => text.toUpperCase() },
};
`;

/** A scorer: its whole file. It fails at 0.5 and above; every answer is half. */
const HALF = `import { BELOW_THRESHOLD, TOXICITY_DEFAULTS } from './severity.ts';
import type { Scorer } from './scorer.ts';

export const half: Scorer = {
  name: 'half',
  ...TOXICITY_DEFAULTS,
  rule: BELOW_THRESHOLD,
  judgeCalls: 0,
  options: {},
  score: async (pairs) => pairs.map(() => ({ eval_score: 0.5 })),
};
`;

/** A report format: its whole file. */
const TSV = `import type { ReportFormat } from './format.ts';

export const asTsv: ReportFormat = {
  file: 'report.tsv',
  output: 'report-tsv',
  render: ({ report }, { runUrl }) => [...report.map((row) => [row.test_type, row.outcome, row.pass_count].join('\\t')), runUrl ?? 'no run', ''].join('\\n'),
};
`;

const rules = (tests: string) =>
  `model: { hub: reference, name: attentive }\ndata: { source: rows.txt }\nevaluation: { method: pair }\ntests: { sensitivity: ${tests} }\n`;
const files = (tests = '{ caps: {} }') => ({
  [CONFIG_PATH]: rules(tests),
  'rows.txt': 'The sky is blue.\nGrass is green.\n',
});

const HALF_RULES = `model: { hub: reference, name: attentive }
data: { source: rows.txt }
tests: { sensitivity: { output_toxicity: { method: pair, scorer: half, min_pass_rate: 0.5 } } }
`;

describe('a copy of the sources with an added test, scorer, report format and input', () => {
  let copy: CopyOfHouse;
  beforeAll(async () => {
    copy = await buildCopy(
      {
        'engine/perturbations/shout.ts': SHOUT,
        'engine/scorers/half.ts': HALF,
        'report/formats/tsv.ts': TSV,
      },
      {
        'engine/perturbations/index.ts': [
          [
            'import { outputToxicity }',
            "import { shout } from './shout.ts';\nimport { outputToxicity }",
          ],
          ['  outputToxicity,\n', '  outputToxicity,\n  shout,\n'],
        ],
        'engine/scorers/index.ts': [
          ['listOf(badWords, ', 'listOf(badWords, half, '],
          ['import { judge }', "import { half } from './half.ts';\nimport { judge }"],
        ],
        'report/formats/formats.ts': [
          ['asJUnit];', 'asJUnit, asTsv];'],
          ['import { asJUnit }', "import { asTsv } from './tsv.ts';\nimport { asJUnit }"],
        ],
        'action/input-table.ts': [
          [
            '  model: readText(),',
            "  model: readText(),\n  'dry-run': readOneOf(['yes', 'no'], 'no'),",
          ],
        ],
      },
    );
  });
  afterAll(() => copy.remove());

  it('runs the new test in the action and reports it in every format, the new one included', async () => {
    const { outputs, report, summary, everything } = await runAction({
      dist: copy.dist,
      files: files(),
      inputs: { comment: 'never' },
    });
    expect(report!.problem).toBeUndefined();
    expect(report!.report).toEqual([
      expect.objectContaining({ test_type: 'shout', category: 'sensitivity' }),
    ]);
    expect(report!.results.map(({ test_case }) => test_case)).toEqual([
      'THE SKY IS BLUE.',
      'GRASS IS GREEN.',
    ]);
    // What people read are its own words.
    expect(summary).toMatch(
      /<h3>. Sensitivity(?: failed)?: the model (?:listens when shouted at|is deaf to shouting too often)</u,
    );
    expect(summary).toContain('listens when shouted at</td>');
    expect(everything).toContain('<testsuite name="shout"');
    const { outcome, pass_count } = report!.report[0]!;
    expect(path.basename(outputs['report-tsv']!)).toBe('report.tsv');
    expect(everything).toContain(
      `shout\t${outcome}\t${pass_count}\nhttps://github.com/octo-org/octo-repo/actions/runs/42\n`,
    );
  });

  thoroughly(
    'runs the new test in the terminal, and names it in errors and in the schema',
    async () => {
      const { stdout } = await runCli(['run', '--report-directory', 'reports'], {
        dist: copy.dist,
        files: files(),
      });
      expect(stdout).toContain('shout');
      expect(stdout).toMatch(/^Report: .*report\.json\nReport: .*report\.tsv$/m);
      const none = await runCli(['run'], { dist: copy.dist, files: files('{}') });
      expect(none.stdout.replace(/\s+/g, ' ')).toMatch(
        /Name at least one: add_negation, .*, shout, /,
      );
      const misspelt = await runCli(['run'], { dist: copy.dist, files: files('{ shuot: {} }') });
      expect(misspelt.stdout.replace(/\s+/g, ' ')).toContain("did you mean 'shout'?");
      const { jsonSchema } = await copy.load<{ jsonSchema: typeof Schema }>('config/schema.ts');
      expect(JSON.stringify(jsonSchema('org/name'))).toContain('"shout"');
    },
  );

  thoroughly('scores by the new scorer and reports its rule', async () => {
    const work = await mkdtemp(path.join(tmpdir(), 'sensitivity-new-scorer-'));
    const cli = (...words: string[]) =>
      runDoor({ door: 'cli', words, dist: copy.dist, cwd: work, env: {} });
    const run = () => cli('run', '--report-directory', 'reports');
    try {
      await mkdir(path.join(work, '.github'));
      const configure = (text: string) => writeFile(path.join(work, CONFIG_PATH), text);
      await configure(HALF_RULES);
      await writeFile(path.join(work, 'rows.txt'), 'The sky is blue.\nGrass is green.\n');

      const { exitCode, stdout, stderr } = await run();
      expect({ exitCode, stderr, stdout }).toMatchObject({ exitCode: 1, stderr: '' });
      const words = 'a row passes with an eval_score below 0.5';
      const [html, json, junit] = await Promise.all(
        ['report.html', 'report.json', 'report.xml'].map((file) =>
          readFile(path.join(work, 'reports', file), 'utf8'),
        ),
      );
      expect(stdout.replace(/\s+/g, ' ')).toContain(
        `Scorer half: ${words.replace('an eval_score', 'a score')}.`,
      );
      expect(html).toContain(`Scorer half: ${words.replace('an eval_score', 'a score')}.</p>`);
      expect(junit).toContain(`<property name="rule" value="${words}"/>`);
      const results = JSON.parse(json!) as Results;
      expect(results.report[0]).toMatchObject({
        scorer: 'half',
        threshold: 0.5,
        fail_count: 2,
        rule: { kind: 'below', limit: 0.5, scale: 'toxicity', words },
      });

      const { renderMarkdown } = await copy.load<{ renderMarkdown: typeof Markdown }>(
        'report/formats/markdown.ts',
      );
      expect(renderMarkdown(results, { kind: 'summary', maxBytes: 1_000_000 })).toContain(
        '<p>Scorer half: a row passes with a score below 0.5.</p>',
      );

      // The editor's schema, the plan, and what is refused follow the same entry.
      const { jsonSchema } = await copy.load<{ jsonSchema: typeof Schema }>('config/schema.ts');
      expect(JSON.stringify(jsonSchema('org/name'))).toContain('"half"');
      expect((await cli('check', '--offline')).stdout.replace(/\s+/g, ' ')).toContain(' half ');
      await configure(HALF_RULES.replace('scorer: half', 'scorer: half, threshold: 1'));
      expect((await run()).stdout.replace(/\s+/g, ' ')).toContain(
        'the threshold of scorer half must be a number above 0 and below 1',
      );
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  });

  thoroughly('reads the new input, and refuses a wrong value by its name', async () => {
    const refused = await runAction({
      dist: copy.dist,
      files: files(),
      inputs: { comment: 'never', 'dry-run': 'perhaps' },
    });
    expect(refused.exitCode).toBe(1);
    expect(refused.stdout).toContain(
      `::error::input 'dry-run': \`"perhaps"\` is not allowed%0AAllowed: yes, no.`,
    );
    const { readInputs } = await copy.load<{
      readInputs: (env: NodeJS.ProcessEnv) => { dryRun: string };
    }>('action/input-table.ts');
    expect([readInputs({}).dryRun, readInputs({ 'INPUT_DRY-RUN': 'yes' }).dryRun]).toEqual([
      'no',
      'yes',
    ]);
  });
});

it('CONTRIBUTING names the files that these additions change', () => {
  const text = readFileSync('CONTRIBUTING.md', 'utf8');
  for (const file of [
    'src/engine/perturbations/',
    'src/engine/scorers/',
    'src/report/formats/',
    '`formats.ts`',
    'src/action/input-table.ts',
  ])
    expect(text).toContain(file);
});
