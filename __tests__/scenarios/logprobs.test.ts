/** Probabilities of the options from one request: shown beside the answers, or read in their place. */
import path from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { readReport } from '../../src/trust/published-report.js';
import type { ModelServerOptions } from '../support/model-server.js';
import { runCli } from '../support/run-action.js';
import { CONFIG_PATH, modelServer, scenario } from '../support/scenario.js';
import { checkout, removeFolders, shown } from '../support/shards.js';
import { configOf, FILE, jsonl, LABELS, questions } from '../support/triplets.js';

afterEach(removeFolders);

/** What is right to a prompt. */
function rightTo(prompt: string): readonly string[] {
  const { answer, negated_answer } = questions[Number(/sheet (\d+)/.exec(prompt)![1])]!;
  return / not /.test(prompt) ? negated_answer : answer;
}
const wrongTo = (prompt: string) => LABELS.find((label) => !rightTo(prompt).includes(label))!;

/** Likely right, in two spellings; now and then wrong; now and then it says something else first. */
const told = (prompt: string) => ({
  [rightTo(prompt)[0]!]: 0.5,
  [` ${rightTo(prompt)[0]!.toLowerCase()}`]: 0.2,
  [wrongTo(prompt)]: 0.2,
  The: 0.1,
});

/** A second test of answers that name options. */
const OTHER = 'custom: { parameters: { name: cities, expect: same, pattern: towns, replacement: cities } }';

const serving = (over: ModelServerOptions = {}) => modelServer({ answer: (prompt) => rightTo(prompt)[0]!, firstToken: told, ...over });
const filesFor = (url: string, evaluation = '', tests = 'add_negation: {}') => ({
  [CONFIG_PATH]: configOf({ url, evaluation, tests }),
  [FILE]: jsonl(questions.slice(0, 40)),
});
const run = async (over: ModelServerOptions, evaluation = ', logprobs: auto') => {
  const model = await serving(over);
  return { ...(await scenario({ files: filesFor(model.url, evaluation), inputs: { comment: 'never' } })), model };
};

describe('logprobs: auto', () => {
  it('tells of every answer how likely each option was, in as many requests, and decides nothing', async () => {
    const [plain, { report, outputs, summary, everything, model }] = [await run({}, ''), await run({})];
    expect(outputs.outcome).toBe('pass');
    expect(model.count()).toBe(plain.model.count());
    expect(plain.model.requests.every(({ body }) => !JSON.stringify(body).includes('logprobs'))).toBe(true);
    expect(JSON.stringify(plain.report)).not.toContain('probabilities');

    const asked = report!.results.filter(({ status }) => status === 'scored');
    for (const { key, probabilities, test_case } of asked) {
      const { original, test_case: changed } = probabilities!;
      expect(original!.other).toBeCloseTo(0.1, 6);
      expect(original!.noise).toBeCloseTo(1 - 0.49 - 0.04 - 0.01, 6);
      expect(original!.expected).toBeCloseTo(0.7, 6);
      expect(changed!.options[(key!.test_case as string[])[0]!]).toBeCloseTo(0.7, 6);
      expect(changed!.options[wrongTo(test_case)]).toBeCloseTo(0.2, 6);
    }
    const { probabilities, asked_count } = report!.report[0]!;
    expect(probabilities).toEqual({ answers: 3 * asked_count!, noise: expect.closeTo(0.46, 6), expected: expect.closeTo(0.7, 6) });
    // Everything else is as without.
    const { probabilities: _figures, ...row } = report!.report[0]!;
    expect(row).toEqual(plain.report!.report[0]);
    expect(summary).toContain('two draws would differ in 46%');
    // The page's rows.
    expect(everything).toMatch(/[A-D] 70%, .*other 10%: two draws would differ in 46%, 70% would be right/);
  });

  it('an endpoint that refuses them with 400 costs one request more, no row, and is told once', async () => {
    const model = await serving({ refusesLogprobs: 'vllm' });
    const files = filesFor(model.url, ', logprobs: auto', `add_negation: {}, ${OTHER}`);
    const { report, outputs } = await scenario({ files, inputs: { comment: 'never' } });
    expect(outputs.outcome).toBe('pass');
    expect(report!.results.filter(({ status }) => status === 'error')).toEqual([]);
    expect(model.requests.filter(({ body }) => 'logprobs' in (body as object))).toHaveLength(1);
    expect(report!.notices.filter((notice) => notice.includes('no log-probabilities'))).toEqual([
      expect.stringMatching(/^add_negation, custom: the endpoint gave no log-probabilities/),
    ]);
    expect(JSON.stringify(report!.report)).not.toContain('probabilities');
  });
});

it('the request more is planned, so that a cap that the plan fits costs no row', async () => {
  const model = await serving({ refusesLogprobs: 'fastapi' });
  const files = { ...filesFor(model.url, ', logprobs: auto'), [FILE]: jsonl(questions.slice(0, 20)) };
  const { outputs, report } = await scenario({ files, inputs: { comment: 'never', 'max-requests': '61' } });
  expect([outputs.outcome, report!.report[0]!.asked_count, model.count()]).toEqual(['pass', 20, 61]);
  const plan = await runCli(['plan'], { files });
  expect(plan.stdout).toMatch(/1 where\s+log-probabilities are refused/);
});

describe('readings: probabilities', () => {
  const READS = ', scorer: choice, readings: probabilities';
  /** Every second answer that is drawn is a wrong one. */
  const unlucky = (): ModelServerOptions => {
    let nth = 0;
    return { answer: (prompt) => (nth++ % 2 === 0 ? rightTo(prompt)[0]! : wrongTo(prompt)) };
  };

  it('decide by the likeliest option, whatever was drawn; the report stands up to its own rows', async () => {
    expect((await run(unlucky(), ', scorer: choice')).outputs.outcome).toBe('fail');
    const { outputs, report, summary } = await run(unlucky(), READS);
    expect(outputs.outcome).toBe('pass');
    expect(report!.report[0]).toMatchObject({ readings: 'probabilities', probabilities: { expected: expect.closeTo(0.7, 6) } });
    expect(summary).toContain('the likeliest option was read, not the answer that came');
    const { report: deaf } = await run({ firstToken: (prompt) => told(prompt.replace(' not ', ' ')) }, READS);
    expect(deaf!.outcome).toBe('fail');
  });

  it('an answer that begins with something else is in error, never a pass', async () => {
    const { report, outputs } = await run({ firstToken: (prompt) => ({ The: 0.6, [rightTo(prompt)[0]!]: 0.4 }) }, READS);
    expect(outputs.outcome).not.toBe('pass');
    expect(report!.results[0]).toMatchObject({ status: 'error', error: { kind: 'unreadable' } });
    expect(report!.results[0]!.error!.message).toContain('Ask for the letter alone');
  });

  it('an endpoint that does not give them ends the run after one request, with what to write', async () => {
    const { report, outputs, model } = await run({ refusesLogprobs: 'openai' }, READS);
    expect(outputs.outcome).toBe('error');
    expect(model.count()).toBe(1);
    expect(JSON.stringify(report)).toContain('readings: answers');
  });
});

it('a kept answer holds them, shards hand them on, and explain shows them', async () => {
  const model = await serving();
  const files = filesFor(model.url, ', logprobs: auto');
  const { run: cli } = await checkout({ ...files, [CONFIG_PATH]: `${files[CONFIG_PATH]}cache: { mode: read-write }\n` });
  const whole = await cli(['run']);
  expect(whole.report!.report[0]!.probabilities!.answers).toBeGreaterThan(0);
  const sent = model.count();
  const again = await cli(['run']);
  expect([model.count(), shown(again.report!)]).toEqual([sent, shown(whole.report!)]);

  for (const share of ['1/2', '2/2']) await cli(['run', '--shard', share]);
  expect(shown((await cli(['merge', 'parts'])).report!)).toEqual(shown(whole.report!));

  const file = path.join(whole.reports, 'report.json');
  await expect(readReport(file, { name: file, use: 'be read', remedy: '' })).resolves.toMatchObject({ outcome: 'pass' });
  const explained = await runCli(['explain', '1', '--report', file], { files });
  expect(explained.stdout).toMatch(/how likely\s.*[A-D] 70%/);
});
