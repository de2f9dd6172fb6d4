import { Answers } from '../../../src/engine/asking/ask.ts';
import { planOf } from '../../../src/engine/asking/expected-requests.ts';
import { SequentialTrial } from '../../../src/engine/asking/sequential-trial.ts';
import { startTests } from '../../../src/engine/asking/start-tests.ts';
import { animal, questions, tripletOf } from './support.ts';

function plan(rows: number, isCompared = false) {
  const samples = questions(rows);
  const model = () => new Answers(animal(samples, ({ right }) => right));
  const [trial] = startTests(
    [tripletOf(samples, isCompared ? { compare: { max_regression: 0.1 } } : {})],
    {
      seed: 1,
      head: model(),
      base: { answers: model() },
    },
  );
  if (!(trial instanceof SequentialTrial)) throw new TypeError('no sequence');
  return planOf(trial);
}

describe('the plan of a sequential test', () => {
  it('says what a perfect, a doubtful and a deaf model take', () => {
    expect(plan(100)).toMatchObject({
      guess: { g: 0.5, h: 0.5 },
      perfect: { rows: 20, requests: 60 },
      deaf: { rows: 5, requests: 15 },
      at_minimum: { rows: expect.closeTo(65.8748, 4) },
      plan_error: { failed_if_good: 0.12975, passed_if_bad: 0.14525, otherwise: 0.9 },
    });
    expect(plan(100, true)).toMatchObject({
      perfect: { rows: 35, requests: 210 },
      deaf: { rows: 5, requests: 30 },
    });
  });
});
