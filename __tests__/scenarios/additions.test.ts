import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { jsonSchema as Schema } from '../../src/config/json-schema.js';
import { buildCopy, type CopyOfHouse } from '../support/build-copy.js';
import { runAction, runCli } from '../support/run-action.js';
import { CONFIG_PATH } from '../support/scenario.js';

/**
 * A test, a report format and an input are added as CONTRIBUTING says, together in one copy of the sources; the copy is run. Hubs:
 * models/registry.test.ts; scorers: new-scorer.test.ts.
 */

/** A test: its whole file. */
const SHOUT = `import { z } from 'zod';
import { CHANGE_SCORERS } from '../scorers/index.js';
import type { SensitivityTest } from './test.js';

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
    of: 'row',
    failed: 'in which it did not listen',
    changed: 'shouted',
    right: 'another answer',
    next: 'Speak up.',
  },
  perturbs: true,
  sendsOptions: true,
  perturb: (text) => text.toUpperCase(),
};
`;

/** A report format: its whole file. */
const TSV = `import type { ReportFormat } from './format.js';

export const asTsv: ReportFormat = {
  file: 'report.tsv',
  output: 'report-tsv',
  render: ({ report }, { runUrl }) => [...report.map((row) => [row.test_type, row.outcome, row.pass_count].join('\\t')), runUrl ?? 'no run', ''].join('\\n'),
};
`;

const rules = (tests: string) =>
  `model: { hub: reference, name: attentive }\ndata: { source: rows.txt }\nevaluation: { method: pair }\ntests: { sensitivity: ${tests} }\n`;
const files = (tests = '{ caps: {} }') => ({ [CONFIG_PATH]: rules(tests), 'rows.txt': 'The sky is blue.\nGrass is green.\n' });

describe('a test, a report format and an input: one file and one line each, an input one line', () => {
  let copy: CopyOfHouse;
  beforeAll(async () => {
    copy = await buildCopy(
      { 'engine/tests/shout.ts': SHOUT, 'report/tsv.ts': TSV },
      {
        'engine/tests/index.ts': [
          ['import { outputToxicity }', "import { shout } from './shout.js';\nimport { outputToxicity }"],
          ['  outputToxicity,\n', '  outputToxicity,\n  shout,\n'],
        ],
        'report/formats.ts': [
          ['asJUnit];', 'asJUnit, asTsv];'],
          ['import { asJUnit }', "import { asTsv } from './tsv.js';\nimport { asJUnit }"],
        ],
        'action/input-table.ts': [['  model: text(),', "  model: text(),\n  'dry-run': oneOf(['yes', 'no'], 'no'),"]],
      },
    );
  });
  afterAll(() => copy.remove());

  it('takes part in a run of the action: configured, asked, scored, told in every format, the new one among them', async () => {
    const { outputs, report, summary, everything } = await runAction({ dist: copy.dist, files: files(), inputs: { comment: 'never' } });
    expect(report!.problem).toBeUndefined();
    expect(report!.report).toEqual([expect.objectContaining({ test_type: 'shout', category: 'sensitivity' })]);
    expect(report!.results.map(({ test_case }) => test_case)).toEqual(['THE SKY IS BLUE.', 'GRASS IS GREEN.']);
    // What people read are its own words.
    expect(summary).toMatch(/<h3>. The model (?:listens when shouted at|is deaf to shouting too often)</u);
    expect(summary).toContain('listens when shouted at</td>');
    expect(everything).toContain('<testsuite name="shout"');
    const { outcome, pass_count } = report!.report[0]!;
    expect(path.basename(outputs['report-tsv']!)).toBe('report.tsv');
    expect(everything).toContain(`shout\t${outcome}\t${pass_count}\nhttps://github.com/octo-org/octo-repo/actions/runs/42\n`);
  });

  it('takes part in the terminal, in what is refused, and in the schema', async () => {
    const { stdout } = await runCli(['run', '--report-directory', 'reports'], { dist: copy.dist, files: files() });
    expect(stdout).toContain('shout');
    expect(stdout).toMatch(/^Report: .*report\.json\nReport: .*report\.tsv$/m);
    const none = await runCli(['run'], { dist: copy.dist, files: files('{}') });
    expect(none.stdout.replace(/\s+/g, ' ')).toMatch(/Name at least one: add_negation, .*, shout, /);
    const misspelt = await runCli(['run'], { dist: copy.dist, files: files('{ shuot: {} }') });
    expect(misspelt.stdout.replace(/\s+/g, ' ')).toContain("did you mean 'shout'?");
    const { jsonSchema } = (await import(pathToFileURL(path.join(copy.dist, 'config/json-schema.js')).href)) as {
      jsonSchema: typeof Schema;
    };
    expect(JSON.stringify(jsonSchema('org/name'))).toContain('"shout"');
  });

  it('an input is read by its name, and refused by its name', async () => {
    const refused = await runAction({ dist: copy.dist, files: files(), inputs: { comment: 'never', 'dry-run': 'perhaps' } });
    expect(refused.exitCode).toBe(1);
    expect(refused.stdout).toContain(`::error::input 'dry-run': "perhaps" is not allowed%0AAllowed are yes, no.`);
    const { readInputs } = (await import(pathToFileURL(path.join(copy.dist, 'action/inputs.js')).href)) as {
      readInputs: (env: NodeJS.ProcessEnv) => { dryRun: string };
    };
    expect([readInputs({}).dryRun, readInputs({ 'INPUT_DRY-RUN': 'yes' }).dryRun]).toEqual(['no', 'yes']);
  });
});

it('CONTRIBUTING tells to do what is done here', () => {
  const text = readFileSync('CONTRIBUTING.md', 'utf8');
  for (const file of ['src/engine/tests/', 'src/report/', '`formats.ts`', 'src/action/input-table.ts']) expect(text).toContain(file);
});
