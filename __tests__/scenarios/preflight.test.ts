import { CONFIG_PATH, config, modelServer, scenario } from '../support/scenario.ts';
import type { ModelServerOptions } from '../support/model-server.ts';

/** A run that costs: many rows, ten or more of which would be under way at once. */
const ROWS = Array.from({ length: 60 }, (_, i) => `Street ${i} is ${i} miles long.`).join('\n');
const asked = async (text: string) =>
  scenario({
    files: { [CONFIG_PATH]: text, 'evals/statements.txt': ROWS },
    inputs: { comment: 'never' },
  });
/** What a server does, what that is, and the most requests that it may see. */
type Wrong = [ModelServerOptions, string, number];

it('a wrong key and a wrong host are met by the first requests, under a pair and under a triplet', async () => {
  const nothing = () => ({ status: 200, body: { status: 'ok' } });
  const wrong: Wrong[] = [
    [{ keys: ['another-key'] }, 'authentication', 1],
    // JSON of something else may be a gateway's bad moment.
    [{ route: nothing }, 'bad_response', 3],
  ];
  for (const [options, kind, most] of wrong) {
    for (const method of ['pair', 'triplet']) {
      const model = await modelServer({ latency: 5, ...options });
      const text = config(model).replace('method: pair', `method: ${method}`);
      const { outputs, report } = await asked(text);
      expect({ kind, method, requests: model.requests.length }).toEqual({
        kind,
        method,
        requests: most,
      });
      expect(outputs).toMatchObject({ outcome: 'error', requests: String(most) });
      expect(new Set(report!.results.flatMap(({ error }) => error?.kind ?? []))).toEqual(
        new Set([kind]),
      );
    }
  }
});
