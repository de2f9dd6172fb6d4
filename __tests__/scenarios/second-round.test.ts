import { CONFIG_PATH, config, modelServer, scenario } from '../support/scenario.ts';
import { attentive, type ModelFailure, type RecordedRequest } from '../support/model-server.ts';

const statements = Array.from({ length: 40 }, (_, i) => `The house number ${i + 1} is red.`).join(
  '\n',
);

const bodyOf = ({ body }: RecordedRequest) => JSON.stringify(body);

/**
 * Fails the first request for every third statement, in different ways, and the first `times`
 * requests for every sixth.
 */
function failing(times: number): (request: RecordedRequest) => ModelFailure | undefined {
  const asked = new Map<string, number>();
  const ways: ModelFailure[] = [{ status: 500 }, 'half', 'reset', 'cut'];
  return (request) => {
    const number = Number(/house number (\d+)/.exec(bodyOf(request))?.[1]);
    if (!request.path.endsWith('/chat/completions') || number % 3 !== 0) return undefined;
    const nth = (asked.get(bodyOf(request)) ?? 0) + 1;
    asked.set(bodyOf(request), nth);
    return nth <= (number % 6 === 0 ? times : 1) ? ways[number % ways.length] : undefined;
  };
}

const run = (fail: (request: RecordedRequest) => ModelFailure | undefined, more = '') =>
  modelServer({ answer: attentive, fail }).then(async (model) => {
    // `retries: 0` keeps the scenario short; each row has one try a round then.
    const rules = config(model, more).replace('retries: 1', 'retries: 0');
    return {
      model,
      ...(await scenario({
        files: { [CONFIG_PATH]: rules, 'evals/statements.txt': statements },
        inputs: { comment: 'never' },
      })),
    };
  });

it('a request that fails temporarily is repeated after all others, and its row is no error', async () => {
  const { model, exitCode, outputs, report } = await run(failing(1));
  expect(report!.report[0]).toMatchObject({ pass_count: 40, error_count: 0 });
  expect([exitCode, outputs.outcome]).toEqual([0, 'pass']);
  const chats = model.requests.filter(({ path }) => path.endsWith('/chat/completions')).map(bodyOf);
  expect(chats).toHaveLength(80 + 26);
  // Nothing is asked a second time before everything was asked a first time.
  expect(new Set(chats.slice(0, 80)).size).toBe(80);
});
