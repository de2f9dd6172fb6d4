/** An unreliable endpoint gives the report of a reliable one, and costs few further requests. */
import { deskConfig, largeDesk, mostlyRight } from '../support/desk.ts';
import { gate, modelServer } from '../support/gate.ts';
import type { ModelFailure, RecordedRequest } from '../support/model-types.ts';
import { one } from '../support/runs.ts';
import { drawFrom } from '../../src/engine/random.ts';
import type { Results } from '../../src/run/results.ts';

const ROWS = 240;
const SEEDS = [1, 2, 3, 4, 5];
/** Most requests for one answer. Failures of 30 % make it 1.43; storms and chance add some. */
const MOST = 1.6;
/** Failures of a hundred answers: 20 are a 500, 5 a reset, 5 JSON that breaks off. */
const WAYS: readonly (readonly [upTo: number, ModelFailure])[] = [
  [0.2, { status: 500 }],
  [0.25, 'reset'],
  [0.3, 'half'],
];
/** After `from` requests, the next three are refused. */
const STORMS: readonly (readonly [from: number, ModelFailure])[] = [
  [30, { status: 429, headers: { 'retry-after-ms': '50' } }],
  [60, { status: 429 }],
];

/** The model's rate is that of the minimum, so the test asks all rows. */
const CONFIG = deskConfig({ more: 'concurrency: 20\n' }).replace('  retries: 1\n', '');
const FILES = largeDesk(ROWS, CONFIG);

function failing(
  seed: number,
): (request: RecordedRequest, nth: number) => ModelFailure | undefined {
  const asked = new Map<string, number>();
  return ({ body }, nth) => {
    const storm = STORMS.find(([from]) => nth > from && nth <= from + 3);
    if (storm) return storm[1];
    const prompt = JSON.stringify(body);
    const times = (asked.get(prompt) ?? 0) + 1;
    asked.set(prompt, times);
    const chance = drawFrom(seed, times, prompt)(1000) / 1000;
    return WAYS.find(([upTo]) => chance < upTo)?.[1];
  };
}

/** The rows that count, as sorted lines. */
const told = ({ results }: Results) =>
  results
    .filter(({ status }) => status !== 'undecided')
    .map(({ id, actual_result, pass, status }) => [id, actual_result, pass, status].join(' '))
    .toSorted();

it.each(one(SEEDS))(
  `failures change no row, and cost ${MOST} times the requests (%i)`,
  async (seed) => {
    const model = await modelServer({ ...mostlyRight });
    const run = async () => {
      model.requests.length = 0;
      const { report, outputs } = await gate({ base: FILES, model, haste: 40 });
      expect(Number(outputs.requests)).toBe(model.requests.length);
      const prompts = new Set(model.requests.map(({ body }) => JSON.stringify(body)));
      return { report, sent: model.requests.length, prompts: prompts.size };
    };
    const calm = await run();
    expect(calm.sent).toBeGreaterThan(ROWS / 2);
    const fail = failing(seed);
    model.options.fail = (request) => fail(request, model.requests.length);
    const { report, sent, prompts } = await run();
    expect(report.results.filter(({ status }) => status === 'error')).toEqual([]);
    expect(report.outcome).toBe(calm.report.outcome);
    expect(told(report)).toEqual(told(calm.report));
    expect(sent).toBeGreaterThan(calm.sent);
    expect(sent).toBeLessThanOrEqual(MOST * prompts);
  },
);
