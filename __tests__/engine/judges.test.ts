import { CALIBRATION_PAIRS, judgePrompt } from '../../src/engine/judges/negation.ts';
import type { CalibrationStore } from '../../src/engine/judges/judges.ts';
import type { Model } from '../../src/engine/model.ts';
import type { Calibration } from '../../src/engine/results.ts';
import {
  Failure,
  judgeOf,
  OPTIONS,
  row,
  runOf,
  samplesOf,
  subject,
  testOf,
  textOf,
  TRUSTED,
  wordOf,
} from './scripted.ts';

const KNOWN = CALIBRATION_PAIRS.length;
/** The most pairs that may be missed: 95 % must be right. */
const MISSED = Math.floor(KNOWN / 20 + 1e-9);

const rows = (...changed: string[]) => changed.map((said) => row('yes', said));

function storeOf(known?: Calibration): CalibrationStore & { written: Calibration[] } {
  const written: Calibration[] = [];
  return {
    written,
    read: async () => known ?? written.at(-1),
    write: async (_judge, _version, calibration) => void written.push(calibration),
  };
}

describe('a judge', () => {
  it('is calibrated first, before anybody is asked about a row, and once for all its tests', async () => {
    const log: string[] = [];
    const watched = (name: string, model: Model): Model => ({
      hub: 'test',
      name,
      answer: (prompt, format) => (log.push(name), model.answer(prompt, format)),
    });
    const judge = watched('judge', judgeOf());
    const model = watched('model', subject(rows('accounts', 'ignores', 'accounts')));
    const tests = [
      testOf(2, { scorer: 'judge', judge }),
      testOf(0, { scorer: 'judge', judge, samples: samplesOf(1, 2) }),
    ];
    const told = await runOf(tests, { model });
    expect(wordOf(told)).toBe('PFP');
    expect(log.slice(0, KNOWN)).toEqual(Array.from({ length: KNOWN }, () => 'judge'));
    const behind = log.slice(KNOWN);
    expect(behind.toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 'judge'),
      ...Array.from({ length: 6 }, () => 'model'),
    ]);
    // A row is judged as soon as its answers are there, while others are asked.
    expect(behind.indexOf('judge')).toBeLessThan(behind.lastIndexOf('model'));
    expect(told.report.map(({ calibration }) => calibration)).toMatchObject([
      { judge: 'test/judge', right: KNOWN, total: KNOWN },
      { right: KNOWN },
    ]);
    expect(told.total).toBe(KNOWN + 6 + 3);
  });

  it('each judge is calibrated for itself', async () => {
    const [one, other] = [judgeOf(), judgeOf()];
    const tests = [
      testOf(1, { scorer: 'judge', judge: one }),
      testOf(1, { scorer: 'judge', judge: other }),
    ];
    const told = await runOf(tests, { model: subject(rows('accounts')) });
    expect([one.calibrated, other.calibrated]).toEqual([KNOWN, KNOWN]);
    expect(told.total).toBe(2 * KNOWN + 2 + 2);
  });

  it('that misses too many known pairs stops its tests before a row is asked, and only its own', async () => {
    const poor = judgeOf({ wrong: MISSED + 1 });
    const model = subject(rows('accounts', 'accounts'));
    const told = await runOf(
      [
        testOf(2, { scorer: 'judge', judge: poor }),
        testOf(0, { scorer: 'judge', judge: judgeOf(), samples: samplesOf(1) }),
      ],
      { model },
    );
    expect(model.asked).toEqual([
      `${textOf(0)}\n${OPTIONS}`,
      `${textOf(0).replace('is', 'is not')}\n${OPTIONS}`,
    ]);
    expect(wordOf(told)).toBe('EEP');
    expect(told.report.map(({ outcome }) => outcome)).toEqual(['error', 'pass']);
    expect(told.outcome).toBe('error');
    expect(told.results[0]!.error).toMatchObject({
      kind: 'judge_not_calibrated',
      message: expect.stringContaining(`${KNOWN - MISSED - 1} of ${KNOWN}`),
    });
    expect(told.report[0]!.calibration).toMatchObject({ right: KNOWN - MISSED - 1, total: KNOWN });
  });

  it('is asked each prompt once', async () => {
    const judge = judgeOf();
    const tests = [testOf(2, { scorer: 'judge', judge }), testOf(2, { scorer: 'judge', judge })];
    await runOf(tests, {
      model: subject(rows('accounts', 'ignores')),
      base: subject(rows('accounts', 'ignores')),
    });
    expect(new Set(judge.asked).size).toBe(judge.asked.length);
    expect(judge.asked.length - judge.calibrated).toBe(2);
  });

  it('has no more than `concurrency` requests under way, the calibration included', async () => {
    let [now, most] = [0, 0];
    const fast = judgeOf();
    const judge: Model = {
      ...fast,
      answer: async (prompt) => {
        most = Math.max(most, ++now);
        await new Promise((done) => setTimeout(done, 1));
        now -= 1;
        return fast.answer(prompt);
      },
    };
    await runOf(
      [testOf(9, { scorer: 'judge', judge })],
      { model: subject(rows(...Array.from({ length: 9 }, () => 'accounts'))) },
      { concurrency: 4 },
    );
    expect(most).toBe(4);
  });

  it('leaves out of the rate what it sets aside, and a test of nothing else is an error', async () => {
    const some = await runOf([testOf(4, { scorer: 'judge', judge: judgeOf() })], {
      model: subject(rows('accounts', 'not_applicable', 'not_applicable', 'ignores')),
    });
    expect(wordOf(some)).toBe('PNNF');
    expect(some.report[0]).toMatchObject({
      pass_count: 1,
      fail_count: 1,
      not_applicable_count: 2,
      error_count: 0,
      pass_rate: 0.5,
    });
    expect(some.results[1]).toMatchObject({
      eval_score: null,
      pass: null,
      status: 'not_applicable',
      judgement: { verdict: 'not_applicable', reason: 'So it is.' },
      actual_result: 'not_applicable',
    });
    const all = await runOf(
      [testOf(1, { scorer: 'judge', judge: judgeOf(), minimum_pass_rate: 0 })],
      {
        model: subject(rows('not_applicable')),
      },
    );
    expect(all.report[0]).toMatchObject({ outcome: 'error', pass_rate: null });
  });

  it('whose verdict cannot be read, or who does not answer, leaves the row in error', async () => {
    const told = await runOf([testOf(3, { scorer: 'judge', judge: judgeOf() })], {
      model: subject(rows('perhaps', 'down', 'accounts')),
    });
    expect(told.results.map(({ error }) => error?.kind)).toEqual([
      'unreadable_judgement',
      'server',
      undefined,
    ]);
    expect(told.results[1]!.error!.message).toMatch(/^The judge: /);
  });

  it('is shown the row as it is, and nothing of what was asked beside it', async () => {
    const judge = judgeOf();
    await runOf([testOf(1, { scorer: 'judge', judge })], { model: subject(rows('accounts')) });
    expect(judge.asked.at(-1)).toBe(
      judgePrompt({
        original: textOf(0),
        test_case: 'Thing 0 is not small.',
        options: OPTIONS,
        expected: 'yes',
        actual: 'accounts',
      }),
    );
  });
});

describe('what is known of a judge from earlier runs', () => {
  it('saves the calibration', async () => {
    const judge = judgeOf();
    const told = await runOf([testOf(1, { scorer: 'judge', judge })], {
      model: subject(rows('accounts')),
      calibrations: TRUSTED,
    });
    expect([judge.calibrated, told.total, told.outcome]).toEqual([0, 3, 'pass']);
    expect(told.report[0]!.calibration).toMatchObject({ right: KNOWN });
  });

  it('is written once, and read in the next run', async () => {
    const [store, judge] = [storeOf(), judgeOf()];
    const test = testOf(1, { scorer: 'judge', judge });
    await runOf([test, test], { model: subject(rows('accounts')), calibrations: store });
    expect(store.written).toMatchObject([{ right: KNOWN, total: KNOWN }]);
    await runOf([test], { model: subject(rows('accounts')), calibrations: store });
    expect([judge.calibrated, store.written.length]).toEqual([KNOWN, 1]);
  });

  it('holds for a judge that may not gate', async () => {
    const model = subject(rows('accounts'));
    const told = await runOf([testOf(1, { scorer: 'judge', judge: judgeOf() })], {
      model,
      calibrations: storeOf({
        judge: 'test/judge',
        right: 5,
        total: KNOWN,
        needed: 0.95,
        confusion: { accounts: { accounts: 5, ignores: KNOWN - 5 } },
      }),
    });
    expect([told.outcome, model.asked]).toEqual(['error', []]);
  });

  it('says nothing where the endpoint failed in between', async () => {
    const store = storeOf();
    const fast = judgeOf();
    let asked = 0;
    const judge: Model = {
      ...fast,
      answer: async (prompt) => {
        if (++asked === 3) throw new Failure('down');
        return fast.answer(prompt);
      },
    };
    const told = await runOf([testOf(1, { scorer: 'judge', judge })], {
      model: subject(rows('accounts')),
      calibrations: store,
    });
    expect(told.report[0]!.calibration).toMatchObject({ right: KNOWN - 1 });
    expect(store.written).toEqual([]);
  });

  it('an endpoint that is down is not asked all the known pairs, nor a row', async () => {
    let asked = 0;
    const judge: Model = {
      hub: 'test',
      name: 'down',
      answer: async () => {
        asked += 1;
        throw new Failure('wrong key', 'authentication', true);
      },
    };
    const model = subject(rows('accounts'));
    const told = await runOf(
      [testOf(1, { scorer: 'judge', judge })],
      { model },
      { concurrency: 1 },
    );
    expect([asked, model.asked.length, told.outcome]).toEqual([1, 0, 'error']);
  });
});
