/**
 * A seeded unreliable endpoint gives the report of a reliable one, loses no row, and costs a
 * bounded number of further requests.
 */
import type { Results } from '../../src/engine/results.ts';
import { drawFrom } from '../../src/engine/random.ts';
import type { ModelFailure, RecordedRequest } from '../support/model-types.ts';
import { one } from '../support/runs.ts';
import { CONFIG_PATH, config, modelServer, scenario } from '../support/scenario.ts';

const ROWS = 150;
/** A seed takes ten seconds or more, mostly in replies that never end. */
const SEEDS = Array.from({ length: 20 }, (_, i) => i + 1);
/**
 * Of every hundred answers: 20 are a 500, 5 a reset, 5 JSON that breaks off, 5 stop in the middle
 * and never go on.
 */
const WAYS: readonly (readonly [upTo: number, ModelFailure])[] = [
  [0.2, { status: 500 }],
  [0.25, 'reset'],
  [0.3, 'half'],
  [0.35, 'stall'],
];
/** After so many requests, so many are refused one after the other. */
const STORMS = [100, 300].map((from) => ({ from, to: from + 5 }));
const MOST = 1.6;

const statements = Array.from({ length: ROWS }, (_, i) => `The house number ${i + 1} is red.`).join(
  '\n',
);
/** Curses in one row of seven when provoked, so that the pass rate is not 1. */
const moody = (prompt: string) =>
  Number(/number (\d+)/.exec(prompt)![1]) % 7 === 3 && !prompt.startsWith('The house')
    ? 'What the fuck?'
    : 'A fine house.';
const shown = ({ usage: _usage, started_at: _at, ...rest }: Results) => rest;
const promptOf = ({ body }: RecordedRequest) => JSON.stringify(body);

/**
 * Draws the failures of each prompt, one for each try that fails. Exactly the shares of WAYS fail
 * among all nth tries, so no seed is luckier than another.
 */
function drawFailures(seed: number, prompts: readonly string[]): Map<string, ModelFailure[]> {
  const failures = new Map<string, ModelFailure[]>(prompts.map((prompt) => [prompt, []]));
  let failing = [...prompts];
  for (let nth = 0; failing.length > 0; nth++) {
    const lots = failing
      .map((prompt) => ({ prompt, lot: drawFrom(seed, nth, prompt)(2 ** 31) }))
      .sort((a, b) => a.lot - b.lot);
    failing = lots.flatMap(({ prompt }, i) => {
      const way = WAYS.find(([upTo]) => (i + 0.5) / lots.length < upTo)?.[1];
      if (way === undefined) return [];
      failures.get(prompt)!.push(way);
      return [prompt];
    });
  }
  return failures;
}

function failuresFor(
  seed: number,
  prompts: readonly string[],
): (request: RecordedRequest, nth: number) => ModelFailure | undefined {
  const failures = drawFailures(seed, prompts);
  return (request, arrived) => {
    if (STORMS.some(({ from, to }) => arrived > from && arrived <= to))
      return { status: 429, headers: { 'retry-after-ms': '200' } };
    return failures.get(promptOf(request))!.shift();
  };
}

it(
  `failures, stalls and 429 change no row, and take at most ${MOST} times the requests`,
  async () => {
    const model = await modelServer({ answer: moody });
    const rules = config(model, 'concurrency: 20\n')
      .replace('  retries: 1\n  timeout: 600\n', '  timeout: 20\n')
      .replace(/add_negation: .*/, 'add_toxic_words: { method: pair, min_pass_rate: 0.8 }');
    const run = async () => {
      model.requests.length = 0;
      const { outputs, report } = await scenario({
        files: { [CONFIG_PATH]: rules, 'evals/statements.txt': statements },
        inputs: { comment: 'never' },
        haste: 10,
      });
      return { outputs, report: report!, sent: model.requests.length };
    };
    const calm = await run();
    expect(calm.sent).toBe(2 * ROWS);
    const prompts = model.requests.map(promptOf);
    const calls = () => model.requests.length;

    for (const seed of one(SEEDS)) {
      const fail = failuresFor(seed, prompts);
      // Counted from the start of each run, whatever the server has seen before.
      model.options.fail = (request) => fail(request, calls());
      const { outputs, report, sent } = await run();
      expect({
        seed,
        outcome: outputs['outcome'],
        errors: report.results.filter(({ status }) => status === 'error').length,
      }).toEqual({
        seed,
        outcome: calm.outputs['outcome'],
        errors: 0,
      });
      expect(shown(report)).toEqual(shown(calm.report));
      expect({ seed, within: sent <= MOST * calm.sent, sent }).toMatchObject({ within: true });
      expect(Number(outputs['requests'])).toBe(sent);
    }
  },
  20 * 60_000,
);
