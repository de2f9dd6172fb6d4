/** Every output keeps its limit, with thousands of rows and with very long texts. */
import { SUMMARY_MAX_BYTES } from '../../src/github/job-results.ts';
import { gate, gitHub, modelServer } from '../support/gate.ts';
import { deskFiles, deskModel, QUESTIONS, rows, ROWS_PATH } from '../support/desk.ts';
import { readXml } from '../report/xml.ts';

const COPIES = Array.from({ length: 3_000 }, () => QUESTIONS[0] ?? {});

it.each([
  ['3,000 rows of which most are copies', [...QUESTIONS, ...COPIES], {}, 'pass', 3_000],
  [
    'failing rows of 100,000 characters',
    QUESTIONS.map((row) => {
      return { ...row, options: row.options.map((one) => `${'<b>&`'.repeat(5_000)} ${one}`) };
    }),
    { answer: () => 'A' },
    'fail',
    1,
  ],
] as const)(
  '%s: every output within its limit',
  async (_name, questions, server, outcome, least) => {
    const [model, github] = [await modelServer({ ...deskModel(), ...server }), await gitHub()];
    const ended = await gate({ base: deskFiles({ [ROWS_PATH]: rows(questions) }), model, github });
    expect(ended.report.outcome).toBe(outcome);
    expect(ended.report.results.length).toBeGreaterThanOrEqual(least);
    expect(github.comments[0]?.body?.length).toBeLessThanOrEqual(12_000);
    expect(Buffer.byteLength(ended.summary)).toBeLessThan(SUMMARY_MAX_BYTES);
    expect(readXml(ended.junit).length).toBeGreaterThan(0);
  },
);
