import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startInternet, type Internet } from '../support/internet.js';
import { CONFIG_PATH, config, modelServer, scenario } from '../support/scenario.js';
import { startModelServer, type ModelServer, type ModelServerOptions } from '../support/model-server.js';

/** A run that costs: many rows, ten or more of which would be under way at once. */
const ROWS = Array.from({ length: 60 }, (_, i) => `Street ${i} is ${i} miles long.`).join('\n');
const asked = async (text: string) =>
  scenario({ files: { [CONFIG_PATH]: text, 'evals/statements.txt': ROWS }, inputs: { comment: 'never' } });
/** What a server does, what that is, and the most requests that it may see. */
type Wrong = [ModelServerOptions, string, number];
const chats = (model: ModelServer) => model.count('/chat/completions');
const embeddings = (model: ModelServer) => model.count('/embeddings');

it('a wrong key, a wrong model and a wrong host are met once, under a pair and under a triplet', async () => {
  const page = () => ({ status: 200, body: '<!DOCTYPE html><title>Welcome</title>' });
  const nothing = () => ({ status: 200, body: { status: 'ok' } });
  const wrong: Wrong[] = [
    [{ keys: ['another-key'] }, 'authentication', 1],
    [{ models: ['another-model'] }, 'not_found', 1],
    [{ route: page }, 'bad_response', 1],
    // JSON of something else may be a gateway's bad moment.
    [{ route: nothing }, 'bad_response', 3],
  ];
  for (const [options, kind, most] of wrong) {
    for (const method of ['pair', 'triplet']) {
      const model = await modelServer({ latency: 5, ...options });
      const text = config(model).replace('method: pair', `method: ${method}`);
      const { outputs, report } = await asked(text);
      expect({ kind, method, requests: model.requests.length }).toEqual({ kind, method, requests: most });
      expect(outputs).toMatchObject({ outcome: 'error', requests: String(most) });
      expect(new Set(report!.results.flatMap(({ error }) => error?.kind ?? []))).toEqual(new Set([kind]));
    }
  }
});

it('embeddings that are refused are met after the first row, and so is a judge', async () => {
  const model = await modelServer({ latency: 5 });
  const other = await modelServer({ keys: ['another-key'], latency: 5 });
  const embedded = await asked(config(model, `embeddings: { hub: openai, model: e, base_url: "${other.url}/v1" }\n`));
  expect([chats(model), embeddings(other), embedded.outputs.outcome]).toEqual([2, 1, 'error']);
  expect(embedded.report!.results).toHaveLength(60);
  expect(embedded.report!.results.every(({ error }) => error?.kind === 'authentication')).toBe(true);

  const judged = await asked(
    config(model, `judge: { name: j, base_url: "${other.url}/v1" }\n`).replace('method: pair', 'method: pair, scorer: judge'),
  );
  // The judge is put to the known cases before any row.
  expect([chats(model), chats(other), judged.outputs.outcome]).toEqual([2, 1, 'error']);
});

describe('a model that its hub will shut down', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString().slice(0, 10);
  let internet: Internet;
  let outside: ModelServer;
  beforeAll(async () => {
    const models = ['soon', 'later', 'gone'];
    const shutdownDates = { soon: inDays(20), later: inDays(90), gone: inDays(-2) };
    outside = await startModelServer({ models, shutdownDates });
    internet = await startInternet(outside.url);
  });
  afterAll(async () => void (await Promise.all([internet.close(), outside.close()])));

  async function run(name: string, at = '') {
    outside.requests.splice(0);
    const bag = 'embeddings: { hub: reference, model: b }';
    const tests = 'data: { source: evals/statements.txt }\ntests: { sensitivity: { add_negation: { method: pair } } }';
    const text = `model: { hub: openai, name: ${name}${at} }\n${bag}\n${tests}\n`;
    return scenario({ files: { [CONFIG_PATH]: text }, inputs: { comment: 'never' }, env: internet.env });
  }

  it('is told of sixty days before, and refused after; the look is no request of the run', async () => {
    const soon = await run('soon');
    expect(soon.outputs).toMatchObject({ outcome: 'pass', requests: '11' }); // The bag of words counts as one.
    expect(soon.report!.notices.join('\n')).toMatch(
      /^`"openai\/soon"` will be shut down on \d{4}-\d\d-\d\d, in (19|20) days, says its hub\./m,
    );
    expect(outside.requests.filter(({ method }) => method === 'GET').map(({ path }) => path)).toEqual(['/v1/models/soon']);
    expect((await run('later')).report!.notices.join('\n')).not.toContain('shut down');

    const gone = await run('gone');
    expect(gone.outputs).toMatchObject({ outcome: 'error', requests: '0' });
    expect(gone.report!.problem).toMatchObject({ message: expect.stringContaining('`"openai/gone"` was shut down on') });
    expect(outside.requests.map(({ method }) => method)).toEqual(['GET']);
  });

  it('is none of a server that is another’s, and a hub that does not say is no error', async () => {
    const own = await modelServer({ shutdownDates: { gone: inDays(-2) } });
    expect((await run('gone', `, base_url: "${own.url}/v1"`)).outputs.outcome).toBe('pass');
    expect(own.requests.every(({ method }) => method === 'POST')).toBe(true);
    outside.options.fail = ({ method }) => (method === 'GET' ? { status: 403 } : undefined);
    expect((await run('gone')).outputs.outcome).toBe('pass');
    outside.options.fail = undefined;
  });
});
