/**
 * Questions with options under `method: triplet`, and a model that knows the answers and says them as no rule can read: a judge reads them,
 * one question and one answer at a time, once it has shown that it can.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { LABEL_CASES, labelPrompt } from '../../src/engine/judges/labels.js';
import { runCli } from '../support/run-action.js';
import { CONFIG_PATH, KEY, modelServer, scenario } from '../support/scenario.js';
import { configOf, FILE, jsonl, LABELS, questions, type Way } from '../support/triplets.js';

/** Several runs of a process, on a machine that others share. */

const JUDGE = 'the-judge';
const PLACES = ['top of the list', 'line below the top', 'line above the bottom', 'bottom of the list'];
/** Clear to whoever reads it, and to no rule. */
const roundabout = (label: string) => `A town that I have been to myself: look at the ${PLACES[LABELS.indexOf(label)]!}.`;
const meant = new Map(LABELS.map((label) => [roundabout(label), label]));

const known = new Map(LABEL_CASES.map((one) => [labelPrompt(one), one.gives]));
const materialOf = (prompt: string) => JSON.parse(prompt.slice(prompt.lastIndexOf('\n{'))) as Record<string, unknown>;
const gives = (labels: readonly string[]) =>
  JSON.stringify({ reason: 'So it says.', given: labels.length > 0 ? 'options' : 'none', labels });
const judging = (prompt: string) => gives(known.get(prompt) ?? [meant.get(String(materialOf(prompt)['answer']))!]);

async function serving(way: Way, judge = judging) {
  return modelServer({
    answer: (prompt, { body }) => {
      const { model } = body as { model: string };
      if (model === JUDGE) return judge(prompt);
      const { answer, negated_answer } = questions[Number(/sheet (\d+)/.exec(prompt)![1])]!;
      const negated = / not /.test(prompt);
      return way({ right: negated ? negated_answer : answer, plain: answer, negated, edited: negated, sheet: 0, model });
    },
  });
}

const filesOf = (url: string, more: string) => ({ [CONFIG_PATH]: `${configOf({ url })}${more}`, [FILE]: jsonl(questions) });

async function run(way: Way, { judge = judging, more = `judge: { name: ${JUDGE} }\n` }: { judge?: typeof judging; more?: string } = {}) {
  const model = await serving(way, judge);
  const cache = await mkdtemp(path.join(tmpdir(), 'labels-cache-'));
  const files = filesOf(model.url, more);
  const finished = await scenario({ files, inputs: { comment: 'never', 'cache-directory': cache } });
  const said = model.requests.map(({ body }) => body as { model: string; messages: { role: string; content: string }[] });
  const promptsOf = (isJudge: boolean) =>
    said.filter(({ model: name }) => (name === JUDGE) === isJudge).map(({ messages }) => messages.map(({ content }) => content).join('\n'));
  return { ...finished, row: finished.report!.report[0]!, asked: promptsOf(false), judged: promptsOf(true) };
}

const wordy: Way = ({ right }) => roundabout(right[0]!);

it('a good model that no rule can read passes with a judge, who sees one question and one answer, and is counted', async () => {
  const { outputs, row, asked, judged, report } = await run(wordy);
  expect(outputs.outcome).toBe('pass');
  expect(row).toMatchObject({
    asked_count: 20,
    pass_count: 20,
    error_count: 0,
    calibration: { judge: `openai/${JUDGE}`, right: LABEL_CASES.length, total: LABEL_CASES.length },
  });
  expect(report!.results[0]!.readings!.original).toEqual([meant.get(report!.results[0]!.expected_result!)]);
  // The cases that are known, and the answers to 20 rows asked three ways, each by itself; the third once more, under the first question.
  const own = judged.filter((prompt) => !known.has(prompt));
  expect([asked.length, own.length, judged.length]).toEqual([60, 80, LABEL_CASES.length + 80]);
  expect(report!.usage.requests).toBe(asked.length + judged.length);
  const rowOf = new Map(report!.results.flatMap((one) => [one.original, one.placebo!, one.test_case].map((text) => [text, one] as const)));
  for (const prompt of own) {
    const material = materialOf(prompt);
    expect(Object.keys(material)).toEqual(['question', 'options', 'answer']);
    const { original, placebo, test_case, key } = rowOf.get(String(material['question']))!;
    const others = [original, placebo!, test_case].filter((text) => text !== material['question']);
    for (const hidden of [...others, JSON.stringify(key!.original), JSON.stringify(key!.test_case)]) expect(prompt).not.toContain(hidden);
    expect(prompt).not.toMatch(/placebo|test.case|perturb/i);
  }
});

it('it is asked only for what no rule can read, the plan counts it, and a deaf model fails all the same', async () => {
  const oneWordy: Way = ({ right, negated }) => (negated ? roundabout(right[0]!) : right[0]!);
  const some = await run(oneWordy);
  expect([some.outputs.outcome, some.asked.length, some.judged.length]).toEqual(['pass', 60, LABEL_CASES.length + 40]);
  const deaf = await run(({ plain }) => roundabout(plain[0]!));
  expect(deaf.outputs.outcome).toBe('fail');
  const files = filesOf('http://127.0.0.1:9', `judge: { name: ${JUDGE} }\n`);
  const planned = await runCli(['plan', '--config', CONFIG_PATH], { files, env: { OPENAI_API_KEY: KEY } });
  const plan = planned.stdout.replace(/\s+/g, ' ');
  expect(plan).toContain(
    `Answers that no rule can read go to the judge openai/${JUDGE}: 0 requests if answers are plain, at most 400 + 40 to calibrate it.`,
  );
  expect(plan).toContain('300 answers, 0 for embeddings, 400 to the judge');
});
