import { decide, type DecidedRow, type TestPlan } from '../../src/engine/decide.ts';
import { drawFrom } from '../../src/engine/random.ts';
import { ratesOfArms } from '../../src/engine/tests/arms.ts';
import type { Case, Score, TestSetup } from '../../src/engine/types.ts';

/** Seeds are fixed. `npm run simulate` has one rate alone, and head against base. */
const RUNS = process.env.THOROUGH ? 4_000 : 1_000;
const ERRORS = { alpha: 0.05, beta: 0.1 };
const cases = Array.from({ length: 100 }, (_, i): Case => ({
  row: { source: `${i}`, text: `${i}` },
  arms: {},
}));
const setup = {
  min_pass_rate: 0.85,
  min_valid: 0.6,
  min_steady: 0.85,
  margin: 0.05,
  ...ERRORS,
} as TestSetup;
const plan: TestPlan = { cases, must: [], rates: ratesOfArms(setup, []), ...ERRORS };
const LOTS = 1_000_000;

/** True with this probability. */
type Chance = (share: number) => boolean;

/** The shares of runs by their outcome, and the mean of the rows that they take. */
function simulate(scoreOf: (isHit: Chance) => Score) {
  const draw = drawFrom('simulated');
  const isHit = (share: number) => draw(LOTS) < share * LOTS;
  const shares = { pass: 0, fail: 0, inconclusive: 0, rows: 0 };
  for (let run = 0; run < RUNS; run += 1) {
    const rows = cases.map((): DecidedRow => ({ head: scoreOf(isHit) }));
    const decision = decide(plan, rows);
    shares[decision.outcome ?? 'inconclusive'] += 1 / RUNS;
    shares.rows += decision.rows / RUNS;
  }
  return shares;
}

const score = (pass: boolean | null, state = ''): Score => ({ pass, state, answers: {} });
const tolerance = 3 * Math.sqrt(0.1 / RUNS);

/** [share of right answers, share of passes, mean of the rows], from 20,000 runs in Python */
it.each([
  [0.98, 1, 25.7],
  [0.95, 0.999, 38.1],
  [0.92, 0.971, 58.5],
  [0.9, 0.865, 71.9],
])('three rates together, each answer right in %d: %d pass, in %d rows', (share, passes, mean) => {
  const { pass, rows } = simulate((isHit) => {
    if (!isHit(share)) return score(null, 'unknown');
    if (!isHit(share)) return score(null, 'unsteady');
    return score(isHit(share));
  });
  expect(Math.abs(pass - passes)).toBeLessThanOrEqual(tolerance);
  expect(Math.abs(rows - mean)).toBeLessThanOrEqual(2);
});

it('a model that errs at any edit in 30 % of rows does not pass', () => {
  const { pass } = simulate((isHit) => (isHit(0.7) ? score(true) : score(null, 'unsteady')));
  expect(pass).toBeLessThanOrEqual(0.01);
});
