import { runCli } from '../support/run-action.ts';
import { CONFIG_PATH, config, MODEL_KEY, modelServer, scenario } from '../support/scenario.ts';
import { attentive } from '../support/model-server.ts';

const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => `Street ${i} is ${i} miles long.`).join('\n');

it('a cap below the need is refused before the first request, in the action and in a terminal', async () => {
  const model = await modelServer({ answer: attentive });
  const { exitCode, outputs, report, stdout } = await scenario({
    model,
    inputs: { comment: 'never', 'max-requests': '10' },
  });
  expect([exitCode, outputs.outcome, outputs.requests]).toEqual([1, 'error', '0']);
  expect(report!.problem).toMatchObject({
    message: 'The run needs 11 requests, and the cap is 10. Nothing was sent.',
    where: "input 'max-requests'",
    remedy: expect.stringContaining('Raise budget.max_requests'),
  });
  expect(stdout).toContain('The run needs 11 requests');
  const files = {
    [CONFIG_PATH]: config(model, 'budget: { max_requests: 10 }\n'),
    'evals/statements.txt': rows(5),
  };
  const env = { OPENAI_API_KEY: MODEL_KEY };
  const planned = await runCli(['check', '--offline'], { files, env });
  expect(planned.stdout.replace(/\s+/g, ' ')).toContain(
    'The cap is 10: at least 11 are needed, and the run would be refused',
  );
  expect(await runCli(['run'], { files, env })).toMatchObject({ exitCode: 2 });
  expect(model.requests).toEqual([]);
});

it.each([1, 10, 50])(
  'no run sends more than its cap, at a concurrency of %i: rows beyond it are in error',
  async (concurrency) => {
    // Sixty pairs need 122 requests; the refused ones take the rest of the cap.
    const model = await modelServer({
      answer: attentive,
      latency: 5,
      fail: (_, nth) => (nth % 3 === 0 ? { status: 500 } : undefined),
    });
    const { exitCode, outputs, report } = await scenario({
      files: {
        [CONFIG_PATH]: config(
          model,
          `concurrency: ${concurrency}\nbudget: { max_requests: 125 }\n`,
        ),
        'evals/statements.txt': rows(60),
      },
      inputs: { comment: 'never' },
    });
    expect(model.requests.length).toBeLessThanOrEqual(125);
    expect([exitCode, outputs.outcome]).toEqual([1, 'inconclusive']);
    expect(report!.results.some(({ error }) => error?.kind === 'budget')).toBe(true);
  },
);

it('the input max-requests overrides the configuration', async () => {
  const model = await modelServer({ answer: attentive });
  const files = { [CONFIG_PATH]: config(model, 'budget: { max_requests: 5 }\n') };
  const requestsUnder = async (inputs: Record<string, string>) =>
    (await scenario({ files, inputs: { comment: 'never', ...inputs } })).outputs.requests;
  expect(await requestsUnder({})).toBe('0');
  expect(await requestsUnder({ 'max-requests': '100' })).toBe('11');
});
