import { RunProgress } from '../../src/run/run-progress.ts';

/** A run on a clock that the test sets, in seconds. */
function onClock() {
  let seconds = 0;
  const progress = new RunProgress(() => 1_000_000 + 1000 * seconds);
  progress.start();
  const at = (second: number, done: number, total = 1000) => {
    seconds = second;
    progress.update(done, total);
    return progress.secondsLeft();
  };
  return { progress, at };
}

describe('the time that is left', () => {
  it('is not told before there are answers enough', () => {
    const { at } = onClock();
    expect(at(0, 0)).toBeUndefined();
    expect(at(10, 4)).toBeUndefined();
    expect(at(1, 500)).toBeUndefined();
    expect(at(10, 100)).toBeCloseTo(90);
  });

  it('does not jump where answers come in bursts, with pauses between them', () => {
    const { at } = onClock();
    let before = at(4, 20);
    for (let second = 5; second < 400; second += 1) {
      // 60 answers in three seconds, then nothing for 27.
      const burst = Math.floor(second / 30);
      const done = Math.min(999, 20 + 60 * burst + 20 * Math.min(3, second % 30));
      const now = at(second, done)!;
      const passed = before! - 1;
      expect(Math.abs(now - passed)).toBeLessThanOrEqual(0.1 * passed + 3);
      before = now;
    }
  });

  it('comes to the true time at a steady pace, and to nothing at the end', () => {
    const { at } = onClock();
    for (let second = 1; second <= 60; second += 1) at(second, 10 * second);
    expect(at(60, 600)).toBeCloseTo(40, 0);
    expect(at(100, 1000)).toBe(0);
  });
});

describe('what the run waits for', () => {
  it('is the judge, the first answer, or a rate limit until a time', () => {
    const { progress, at } = onClock();
    progress.update(0, 10, true);
    expect(progress.waitInWords()).toBe('calibrating the judge');
    at(1, 0);
    expect(progress.waitInWords()).toBe('waiting for the first answer');
    at(10, 5);
    expect(progress.waitInWords()).toBeUndefined();
    progress.pausedUntil = () => new Date(2030, 0, 1, 14, 32).getTime();
    expect(progress.describe()).toBe(
      'about 33 min 10 s left at most, waiting for a rate limit until 14:32',
    );
  });
});
