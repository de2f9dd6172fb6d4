/**
 * Statements under `method: triplet`: asked by a prompt of our own, read by rule, and where no rule can, by a judge who sees one answer.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { STANCE_CASES, stancePrompt } from '../../src/engine/judges/stance.js';
import { CONFIG_PATH, modelServer, scenario } from '../support/scenario.js';
import { jsonl } from '../support/triplets.js';

/** Several runs of a process, on a machine that others share. */

const FILE = 'evals/towers.jsonl';
const JUDGE = 'the-judge';
const towers = Array.from({ length: 60 }, (_, i) => ({ text: `The tower number ${i} is tall.`, truth: i % 2 === 0 }));
const holds = (prompt: string): boolean => {
  const [, tower] = /number (\d+) /.exec(prompt)!;
  return towers[Number(tower)]!.truth !== / not /.test(prompt);
};

type Says = (isTrue: boolean) => string;
const plainly: Says = (isTrue) => (isTrue ? 'True' : 'False');
/** Clear to whoever reads it, and to no rule. */
const BELIEVED = 'So one reads in every guide to the city.';
const DENIED = 'Every guide to the city has it the other way round.';
const atLength: Says = (isTrue) => (isTrue ? BELIEVED : DENIED);

const known = new Map(STANCE_CASES.map((one) => [stancePrompt(one), one.stance]));
const stance = (word: string) => JSON.stringify({ reason: 'It says so.', stance: word });
interface Material {
  prompt: string;
  answer: string;
}
const materialOf = (prompt: string) => JSON.parse(prompt.slice(prompt.lastIndexOf('\n{'))) as Material;
const judging = (prompt: string): string => {
  const word = known.get(prompt);
  if (word) return stance(word);
  const { answer } = materialOf(prompt);
  return stance({ [BELIEVED]: 'true', [DENIED]: 'false' }[answer] ?? 'neither');
};

async function run(says: Says, evaluation = '') {
  const model = await modelServer({
    answer: (prompt, { body }) => ((body as { model: string }).model === JUDGE ? judging(prompt) : says(holds(prompt))),
  });
  // No method, no scorer and no prompt: whoever writes the least gets them.
  const text = `model: { hub: openai, name: scenario-model, base_url: "${model.url}/v1", retries: 0 }
data: { source: ${FILE} }
tests: { sensitivity: { add_negation: {} } }
${evaluation}`;
  const finished = await scenario({
    files: { [CONFIG_PATH]: text, [FILE]: jsonl(towers) },
    inputs: { comment: 'never', 'cache-directory': await mkdtemp(path.join(tmpdir(), 'stance-cache-')) },
  });
  const said = model.requests.map(({ body }) => body as { model: string; messages: { role: string; content: string }[] });
  const promptsOf = (isJudge: boolean) => said.filter(({ model: name }) => (name === JUDGE) === isJudge).map(({ messages }) => messages);
  return { ...finished, row: finished.report!.report[0]!, asked: promptsOf(false), judged: promptsOf(true) };
}

it('a configuration without a prompt asks for True or False alone, three ways, and needs no judge', async () => {
  const { outputs, row, asked, report } = await run(plainly);
  expect(outputs.outcome).toBe('pass');
  expect(row).toMatchObject({ method: 'triplet', scorer: 'auto', decision: 'sequential', asked_count: 20, known_count: 20 });
  expect(asked).toHaveLength(60);
  const [first] = report!.results;
  const prompts = asked.map((messages) => messages.at(-1)!.content);
  for (const text of [first!.original, first!.placebo!, first!.test_case]) {
    expect(prompts).toContain(`Is this statement true or false? Answer with True or False only.\n${text}`);
  }
  expect(report!.results[0]!.readings).toEqual(
    holds(first!.original)
      ? { original: 'true', placebo: 'true', test_case: 'false' }
      : { original: 'false', placebo: 'false', test_case: 'true' },
  );
});

it('what no rule can read a judge reads: one prompt and one answer at a time, after it has shown that it can', async () => {
  const { outputs, row, judged, report } = await run(atLength, `judge: { name: ${JUDGE} }\n`);
  expect(outputs.outcome).toBe('pass');
  expect(row).toMatchObject({
    known_count: 20,
    pass_count: 20,
    error_count: 0,
    calibration: { judge: `openai/${JUDGE}`, right: STANCE_CASES.length, total: STANCE_CASES.length },
  });
  // The cases that are known, and the answers to 20 rows asked three ways, each by itself.
  const own = judged.filter((messages) => !known.has(messages.at(-1)!.content));
  expect(own).toHaveLength(60);
  const texts = new Map(
    report!.results.flatMap((result) => [result.original, result.placebo!, result.test_case].map((arm) => [arm, result])),
  );
  for (const messages of own) {
    expect(messages.map(({ role }) => role)).toEqual(['user']);
    const { content } = messages.at(-1)!;
    const material = materialOf(content);
    expect(Object.keys(material)).toEqual(['prompt', 'answer']);
    const text = material.prompt.split('\n').at(-1)!;
    expect(material.answer).toBe(atLength(holds(text)));
    const { original, placebo, test_case } = texts.get(text)!;
    for (const other of [original, placebo!, test_case].filter((arm) => arm !== text)) expect(content).not.toContain(other);
    expect(content).not.toMatch(/placebo|test.case|perturb/i);
  }
});
