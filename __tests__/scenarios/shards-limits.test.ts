/** Caps, refusals and next-token distributions of a run in shards. */
import { writeFile } from 'node:fs/promises';
import type { Results } from '../../src/engine/results.ts';
import { nextTokenRoute } from '../support/next-token-server.ts';
import { CONFIG_PATH, config, modelServer } from '../support/scenario.ts';
import { checkout, removeFolders, shown } from '../support/shards.ts';
import { STORIES } from '../support/stories.ts';

afterEach(removeFolders);

const HILLS = Array.from({ length: 24 }, (_, i) => `The hill ${i} is high.`).join('\n');

it('a merge gets the next-token distributions of its shards', async () => {
  const model = await modelServer({
    keys: undefined,
    route: nextTokenRoute({ mind: 'attends', listed: 3 }),
  });
  const { run } = await checkout({
    [CONFIG_PATH]: `model: { hub: openai, name: scenario-model, base_url: "${model.url}/v1", retries: 0 }
data: { source: stories.txt }
tests: { sensitivity: { word_order: {}, tokenization: {}, long_range_context: {} } }
`,
    'stories.txt': STORIES.join('\n'),
  });
  const whole = await run(['run']);
  for (const nth of [1, 2, 3]) await run(['run', '--shard', `${nth}/3`]);
  model.requests.length = 0;
  const merged = await run(['merge', 'parts']);
  expect(model.requests).toEqual([]);
  expect(merged.report!.results.some(({ divergence }) => divergence !== undefined)).toBe(true);
  expect(shown(merged.report!)).toEqual(shown(whole.report!));
});

it('a shard is refused if it needs more than its part of a cap, and a merge has no cap', async () => {
  const model = await modelServer();
  const { run, at } = await checkout({
    [CONFIG_PATH]: config(model),
    'evals/statements.txt': HILLS,
  });
  const refused = await run(['run', '--shard', '1/2', '--max-requests', '20', '--json']);
  expect([refused.exitCode, model.requests.length]).toEqual([2, 0]);
  expect((JSON.parse(refused.stdout) as Results).problem!.message).toMatch(
    /^Shard 1 of 2 needs 2\d requests, and its part of the cap is 10\. Nothing was sent\.$/,
  );

  for (const nth of [1, 2])
    expect((await run(['run', '--shard', `${nth}/2`, '--json'])).exitCode).toBe(0);
  const whole = await run(['run']);
  model.requests.length = 0;
  await writeFile(at(CONFIG_PATH), config(model, 'budget: { max_requests: 1 }\n'));
  const merged = await run(['merge', 'parts']);
  expect([merged.exitCode, merged.report!.outcome, model.requests.length]).toEqual([
    whole.exitCode,
    whole.report!.outcome,
    0,
  ]);
  expect(merged.report!.results).toEqual(whole.report!.results);
});

it('a shard whose embeddings are refused asks one row, and all its rows have that error', async () => {
  const model = await modelServer({ latency: 5 });
  const other = await modelServer({ keys: ['another-key'] });
  const { run } = await checkout({
    [CONFIG_PATH]: config(
      model,
      `embeddings: { hub: openai, model: e, base_url: "${other.url}/v1" }\n`,
    ),
    'evals/statements.txt': HILLS,
  });
  const said = await run(['run', '--shard', '1/1', '--json', '--allowed-hosts', '127.0.0.1']);
  expect([model.count('/chat/completions'), other.count('/embeddings')]).toEqual([2, 1]);
  expect(JSON.parse(said.stdout)).toMatchObject({
    shard: { index: 1, of: 1 },
    rows: 24,
    failed: 24,
    requests: 3,
  });
  const merged = await run(['merge', 'parts']);
  expect(merged.report!.outcome).toBe('error');
  expect(merged.report!.results.map(({ error }) => error?.kind)).toEqual(
    Array(24).fill('authentication'),
  );
  expect(model.count('/chat/completions') + other.count('/embeddings')).toBe(3);
});
