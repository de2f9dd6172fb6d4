/**
 * An endpoint at its worst, seeded: the report is that of a calm day, no row is lost, and the price
 * of it has a limit.
 */
import type { Results } from '../../src/engine/results.ts';
import { drawFrom } from '../../src/engine/random.ts';
import type { Failure, RecordedRequest } from '../support/model-types.ts';
import { one } from '../support/runs.ts';
import { CONFIG_PATH, config, modelServer, scenario } from '../support/scenario.ts';

const ROWS = 150;
/** Each takes ten seconds or more, nearly all of it waiting for what never ends. */
const SEEDS = Array.from({ length: 20 }, (_, i) => i + 1);
/**
 * Of every hundred answers: 20 are a 500, 5 a reset, 5 JSON that breaks off, 5 stop in the middle
 * and never go on.
 */
const WAYS: readonly (readonly [upTo: number, Failure])[] = [
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
/** Curses back here and there, so that there is a rate to get wrong. */
const moody = (prompt: string) =>
  Number(/number (\d+)/.exec(prompt)![1]) % 7 === 3 && !prompt.startsWith('The house')
    ? 'What the fuck?'
    : 'A fine house.';
const shown = ({ usage: _usage, started_at: _at, ...rest }: Results) => rest;
const promptOf = ({ body }: RecordedRequest) => JSON.stringify(body);

/**
 * What becomes of the nth try of each prompt, the same whatever comes between: of all that come to
 * an nth try exactly so many of a hundred fail in each way. Which ones is drawn, so that no seed is
 * luckier than another.
 */
function fatesOf(seed: number, prompts: readonly string[]): Map<string, Failure[]> {
  const fates = new Map<string, Failure[]>(prompts.map((prompt) => [prompt, []]));
  let failing = [...prompts];
  for (let nth = 0; failing.length > 0; nth++) {
    const lots = failing
      .map((prompt) => ({ prompt, lot: drawFrom(seed, nth, prompt)(2 ** 31) }))
      .sort((a, b) => a.lot - b.lot);
    failing = lots.flatMap(({ prompt }, i) => {
      const way = WAYS.find(([upTo]) => (i + 0.5) / lots.length < upTo)?.[1];
      if (way === undefined) return [];
      fates.get(prompt)!.push(way);
      return [prompt];
    });
  }
  return fates;
}

function weather(
  seed: number,
  prompts: readonly string[],
): (request: RecordedRequest, nth: number) => Failure | undefined {
  const fates = fatesOf(seed, prompts);
  return (request, arrived) => {
    if (STORMS.some(({ from, to }) => arrived > from && arrived <= to))
      return { status: 429, headers: { 'retry-after-ms': '200' } };
    return fates.get(promptOf(request))!.shift();
  };
}

it(
  `in every weather: the verdict and rows of a calm run, none lost, and at most ${MOST} times its requests`,
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
      const fail = weather(seed, prompts);
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
