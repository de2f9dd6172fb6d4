import { readFileSync } from 'node:fs';
import type { Results } from '../../src/engine/results.ts';
import { reportJsonSchema } from '../../src/engine/report-json-schema.ts';
import { everything, realistic } from '../report/sample-results.ts';
import { OUTCOMES } from '../report/triplet-results.ts';
import { isSchema, schemaViolations } from '../support/report-schema.ts';
import { some } from '../support/runs.ts';

describe('the schema of the JSON report', () => {
  it('is committed as the sources have it', () => {
    const { repository } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      repository: string;
    };
    const committed = JSON.parse(readFileSync('schema/report.schema.json', 'utf8')) as unknown;
    expect(committed).toEqual(
      JSON.parse(JSON.stringify(reportJsonSchema(repository.replace('github:', '')))),
    );
  });

  it('says what stands in lists and records', () => {
    const { properties } = reportJsonSchema('org/name') as {
      properties: Record<string, { items: { properties: Record<string, object> } }>;
    };
    expect(properties.results!.items.properties).toMatchObject({
      expected_result: { type: ['string', 'null'] },
      readings: { type: 'object' },
    });
  });

  it('fits every report of ours, with no key that it does not know', async () => {
    for (const make of [realistic, everything, ...some(Object.values(OUTCOMES))])
      expect(schemaViolations(JSON.parse(JSON.stringify(await make())) as Results)).toEqual([]);
  });

  it('is one by the rules of its language', () => {
    expect(isSchema()).toBe(true);
  });

  it('finds what is wrong', () => {
    const report = realistic();
    expect(schemaViolations({ ...report, outcome: 'maybe' })).not.toEqual([]);
    expect(schemaViolations({ ...report, surprise: 1 })).not.toEqual([]);
    expect(
      schemaViolations({ ...report, results: [{ ...report.results[0], pass: 'yes' }] }),
    ).toEqual([expect.stringContaining('/results/0/pass')]);
  });
});
