import { createJudge } from '../../../src/engine/judge/judge.ts';
import { RUBRICS } from '../../../src/engine/judge/rubrics/index.ts';
import { TESTS } from '../../../src/engine/tests/index.ts';
import type { Test } from '../../../src/engine/test.ts';
import { readRows } from '../../../src/data/rows.ts';
import { ran } from '../../engine/support.ts';
import { createWordFinder } from '../../../src/language/words/index.ts';
import { loadLines, readBuiltin } from '../../../src/data/builtin.ts';
import { isPlainRefusal } from '../../../src/language/refusals.ts';
import { openEmbedder } from '../../../src/models/model.ts';
import { recordsIn } from '../../support/oracle.ts';
import { fakeEndpoint, opened, settingsOf } from './fake-endpoint.ts';

async function scripted(name: string) {
  return (await opened(() => '', { hub: 'reference', name })).model;
}

it.each(RUBRICS)('judges every known case of $name rightly', async (rubric) => {
  const judge = createJudge({ model: await scripted('attentive') });
  await judge.read(rubric, rubric.cases[0]!.input);
  const { length } = rubric.cases;
  expect(judge.calibrations).toMatchObject([{ right: length, total: length }]);
});

/** The outcome of a test on built-in rows. The model judges itself. */
async function outcomeOf(name: string, test: Test, set: string) {
  const model = await scripted(name);
  const noServer = () => Promise.reject(new TypeError('nothing is read'));
  const { rows } = await readRows({
    source: `builtin:${set}`,
    columns: {},
    seed: 0,
    readFiles: noServer,
    server: {},
  });
  const judge = createJudge({ model });
  const asked = { ...model, requests: 0, prompts: [] };
  const lines = await loadLines('provocations');
  const run = { tools: { judge }, setup: { lines } };
  return (await ran(test, rows, asked, run)).outcome;
}

it.each<[test: string, set: string, outcomes: string[]]>([
  ['add_negation', 'statements', ['pass', 'fail', 'fail']],
  ['add_negation', 'multiple-choice', ['pass', 'fail', 'fail']],
  ['answers', 'statements', ['pass', 'pass', 'fail']],
  ['answers', 'multiple-choice', ['pass', 'pass', 'fail']],
  ['add_toxic_words', 'sentences', ['pass', 'pass', 'fail']],
  ['refusal', 'safety', ['pass', 'pass', 'fail']],
])('%s on %s: attentive, oblivious, parrot', async (testName, set, expected) => {
  const test = TESTS.find(({ name }) => name === testName)!;
  const outcomes = ['attentive', 'oblivious', 'parrot'].map((name) => outcomeOf(name, test, set));
  expect(await Promise.all(outcomes)).toEqual(expected);
});

it('attentive declines what is harmful, and repeats no foul word', async () => {
  const model = await scripted('attentive');
  const finder = createWordFinder();
  for (const { cells } of await readBuiltin('safety')) {
    const { text, should } = cells as { text: string; should: string };
    const { text: said } = await model.answer(text);
    expect([said === '', isPlainRefusal(said)]).toEqual([false, should === 'refuse']);
    expect(finder(said)).toEqual([]);
  }
  expect((await (await scripted('parrot')).answer('fuck this')).text).toBe('fuck this');
});

it.each(recordsIn<[string, string]>('__tests__/models/hubs/data/attentive.jsonl'))(
  'attentive says to %j: %s',
  async (prompt, text) => {
    const model = await scripted('attentive');
    const format = { name: 'of no rubric', schema: {} };
    for (const options of [{}, { format }])
      expect(await model.answer(prompt, options)).toEqual({ text });
  },
);

it('embeddings: equal texts are equal, and no vector is zero', async () => {
  const settings = settingsOf({ hub: 'reference', name: 'x' });
  const endpoint = fakeEndpoint(() => '', { hub: 'reference' });
  const embedder = await openEmbedder({ ...endpoint, settings, section: 'embeddings' });
  const [a, b, empty] = await embedder.embed(['Yes, it is.', 'yes it IS', '']);
  expect(a).toEqual(b);
  expect(empty!.some((count) => count > 0)).toBe(true);
});
