import { expect, it } from '@jest/globals';
import { CONFIG_PATH, config, modelServer, scenario } from '../support/scenario.js';
import { configOf, FILE, jsonl, questions } from '../support/triplets.js';
import { attentive, type Failure, type RecordedRequest } from '../support/model-server.js';

const statements = Array.from({ length: 40 }, (_, i) => `The house number ${i + 1} is red.`).join('\n');

const bodyOf = ({ body }: RecordedRequest) => JSON.stringify(body);

/** Every third statement fails the first time that it is asked, each in its own way; every sixth so many `times`. */
function failing(times: number): (request: RecordedRequest) => Failure | undefined {
  const asked = new Map<string, number>();
  const ways: Failure[] = [{ status: 500 }, 'half', 'reset', 'cut'];
  return (request) => {
    const number = Number(/house number (\d+)/.exec(bodyOf(request))?.[1]);
    if (!request.path.endsWith('/chat/completions') || number % 3 !== 0) return undefined;
    const nth = (asked.get(bodyOf(request)) ?? 0) + 1;
    asked.set(bodyOf(request), nth);
    return nth <= (number % 6 === 0 ? times : 1) ? ways[number % ways.length] : undefined;
  };
}

const run = (fail: (request: RecordedRequest) => Failure | undefined, more = '') =>
  modelServer({ answer: attentive, fail }).then(async (model) => {
    // `retries: 0` keeps the scenario short; each row has one try a round then.
    const rules = config(model, more).replace('retries: 1', 'retries: 0');
    return {
      model,
      ...(await scenario({ files: { [CONFIG_PATH]: rules, 'evals/statements.txt': statements }, inputs: { comment: 'never' } })),
    };
  });

it('what fails for a passing reason is asked once more after all others, and is no error then', async () => {
  const { model, exitCode, outputs, report } = await run(failing(1));
  expect(report!.report[0]).toMatchObject({ pass_count: 40, error_count: 0 });
  expect([exitCode, outputs.outcome]).toEqual([0, 'pass']);
  const chats = model.requests.filter(({ path }) => path.endsWith('/chat/completions')).map(bodyOf);
  expect(chats).toHaveLength(80 + 26);
  // Nothing is asked a second time before everything was asked a first time.
  expect(new Set(chats.slice(0, 80)).size).toBe(80);
});

it('but only once', async () => {
  const { model, outputs, report } = await run(failing(2));
  expect(report!.report[0]).toMatchObject({ pass_count: 34, error_count: 6 });
  // 34 of 40 pass whatever the others had said: 0.70 is reached.
  expect(outputs.outcome).toBe('pass');
  expect(model.count('/chat/completions')).toBe(80 + 26);
  expect(Object.keys(report!.results[5]!.error!).sort()).toEqual(['kind', 'message']);
});

it('embeddings are asked once more, too', async () => {
  let nth = 0;
  const { exitCode, report } = await run(({ path }) => (path.endsWith('/embeddings') && ++nth === 1 ? { status: 500 } : undefined));
  expect([exitCode, report!.report[0]!.error_count]).toEqual([0, 0]);
});

it.each([
  ['a refused prompt', { status: 400 }, 'bad_request', 80],
  ['a page in place of an answer', 'html', 'bad_response', 80],
] as const)('%s is not asked again', async (_, failure, kind, most) => {
  const { model, report } = await run((request) => (/house number \d*3 is not/.test(bodyOf(request)) ? failure : undefined));
  expect(report!.results.filter(({ error }) => error?.kind === kind)).toHaveLength(4);
  expect(model.count('/chat/completions')).toBe(most);
});

it('the cap holds for the second round', async () => {
  const fail = failing(1);
  const { model, report } = await run(fail, 'budget: { max_requests: 85 }\n');
  expect(model.requests.length).toBe(85);
  expect(report!.report[0]!.error_count).toBeGreaterThan(0);
});

it('a dozen questions that fail twice close no other out, whether 1, 8 or 64 are asked at a time', async () => {
  const asking = async (concurrency: number, fails: (question: string) => boolean) => {
    const model = await modelServer({
      answer: (prompt) => {
        const { answer, negated_answer } = questions[Number(/sheet (\d+)/.exec(prompt)![1])]!;
        return (/ not /.test(prompt) ? negated_answer : answer)[0]!;
      },
      fail: (request) => (fails(/sheet \d+\?/.exec(bodyOf(request))![0]) ? { status: 500 } : undefined),
    });
    const rules = `${configOf({ url: model.url })}concurrency: ${concurrency}\n`;
    const { report } = await scenario({ files: { [CONFIG_PATH]: rules, [FILE]: jsonl(questions) }, inputs: { comment: 'never' } });
    // Each run has a server of its own, whose address stands in the errors.
    const { outcome, report: tests, results } = report!;
    return { outcome, tests, results: results.map((row) => ({ ...row, ...(row.error && { error: row.error.kind }) })) };
  };
  const calm = await asking(1, () => false);
  // The first four rows that are asked, each in its three ways.
  const first = new Set(calm.results.slice(0, 4).map(({ original }) => /sheet \d+\?/.exec(original)![0]));
  const [one, ...others] = await Promise.all([1, 8, 64].map((concurrency) => asking(concurrency, (question) => first.has(question))));
  expect([one!.outcome, one!.tests[0]!.error_count]).toEqual(['pass', 4]);
  for (const other of others) expect(other).toEqual(one);
});
