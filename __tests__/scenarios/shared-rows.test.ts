/**
 * Two tests over one source ask the same rows, half of each key, and share the originals.
 */
import { CONFIG_PATH, modelServer, scenario } from '../support/scenario.ts';
import { jsonl } from '../support/triplets.ts';

const FILE = 'evals/towers.jsonl';
const towers = Array.from({ length: 120 }, (_, i) => ({
  text: `The tower number ${i} is tall.`,
  truth: i % 4 === 0,
}));
const towerOf = (text: string) => towers[Number(/number (\d+) /.exec(text)![1])]!;

async function run(tests: string, rows: readonly object[] = towers) {
  const model = await modelServer({
    answer: (prompt) => String(towerOf(prompt).truth !== / not /.test(prompt)),
  });
  const config = `model: { hub: openai, name: scenario-model, base_url: "${model.url}/v1", prompt: "{text}", retries: 0 }
data: { source: ${FILE}, limit: 40 }
tests: { sensitivity: { ${tests} } }
`;
  const finished = await scenario({
    files: { [CONFIG_PATH]: config, [FILE]: jsonl(rows) },
    inputs: { comment: 'never' },
  });
  return { ...finished, requests: model.count('/chat/completions') };
}

it('add_toxic_words asks the rows of add_negation, and each original is asked once', async () => {
  const { outputs, report, requests } = await run(
    'add_negation: {}, add_toxic_words: { min_pass_rate: 0.85, judge: off }',
  );
  expect(outputs.outcome).toBe('pass');
  const originals = (name: string) =>
    report!.results.filter(({ test_type }) => test_type === name).map(({ original }) => original);
  const [negated, wrapped] = [originals('add_negation'), originals('add_toxic_words')];
  expect(wrapped).toEqual(negated);
  expect(wrapped.filter((text) => towerOf(text).truth)).toHaveLength(10);
  expect(wrapped.slice(0, 20).filter((text) => towerOf(text).truth)).toHaveLength(10);
  // 20 rows three ways, and the same rows in foul words.
  expect(requests).toBe(80);
});

it('an unreadable key is no error for a test that needs none', async () => {
  const odd = towers.map((row, i) => ({
    ...row,
    truth: i % 2 ? 'so they say' : row.truth,
    answer: 'Z',
  }));
  const { outputs, report } = await run(
    'add_toxic_words: { min_pass_rate: 0.85, judge: off }',
    odd,
  );
  expect(outputs.outcome).toBe('pass');
  expect(report!.results).toHaveLength(40);
});
