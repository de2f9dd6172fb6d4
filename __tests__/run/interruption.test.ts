import { EventEmitter } from 'node:events';
import { ModelError } from '../../src/errors.ts';
import { startDeadline, Interruption } from '../../src/run/interruption.ts';
import { Halt, Meter } from '../../src/models/index.ts';

const why = (kind: 'interrupted' | 'deadline') =>
  new ModelError('over', { kind, fatal: true, remedy: 'r' });

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('a run that is halted', () => {
  it('gives waiting and later requests the first reason; open requests end by themselves', async () => {
    const halt = new Halt();
    let finish: (value: string) => void = () => undefined;
    const kept: string[] = [];
    const work = new Promise<string>((resolve) => (finish = resolve)).then(
      (value) => void kept.push(value),
    );
    const waiting = halt.orEnd(() => work);
    halt.stop(why('deadline'));
    halt.stop(why('interrupted'));
    await expect(waiting).rejects.toMatchObject({ kind: 'deadline' });
    await expect(halt.orEnd(() => Promise.resolve(1))).rejects.toMatchObject({ kind: 'deadline' });
    finish('answer');
    await work;
    expect(kept).toEqual(['answer']);
  });

  it('sends no further request and no retry, and does not wait for a failed one', async () => {
    const halt = new Halt();
    const meter = new Meter(undefined, undefined, { halt });
    meter.countRequest();
    await expect(halt.orEnd(() => Promise.reject(new Error('own')))).rejects.toThrow('own');
    halt.stop(why('interrupted'));
    expect(() => {
      meter.countRequest();
    }).toThrow('over');
    expect(meter.requests).toBe(1);
  });

  it('is halted at its deadline', () => {
    const halt = new Halt();
    expect(startDeadline(undefined, halt)).toBeUndefined();
    startDeadline(90, halt);
    jest.advanceTimersByTime(89_999);
    expect(halt.reason).toBeUndefined();
    jest.advanceTimersByTime(1);
    expect(halt.reason).toMatchObject({
      kind: 'deadline',
      message: expect.stringContaining('90 s'),
    });
  });

  it('keeps the last refusal as the cause of its end', () => {
    const halt = new Halt();
    startDeadline(90, halt, () => 'The host limits the rate of requests (HTTP 429).');
    jest.advanceTimersByTime(90_000);
    expect(halt.reason!.message).toBe(
      "The run's deadline of 90 s has passed. The last refusal: The host limits the rate of requests (HTTP 429).",
    );
  });
});

describe('a signal', () => {
  const start = () => {
    const exits: (number | undefined)[] = [];
    const restored: string[] = [];
    const process = Object.assign(new EventEmitter(), {
      exit: (code?: number) => void exits.push(code),
      stdout: { write: (_text: string, done: () => void) => void done() },
    });
    const options = { remedy: 'go on', exitCode: 3, restore: () => void restored.push('cursor') };
    const interruption = new Interruption(process, options);
    return { process, interruption, exits, restored };
  };

  it('stops the requests; a second one ends the process at once and restores the terminal', () => {
    const { process, interruption, exits, restored } = start();
    process.emit('SIGINT', 'SIGINT');
    expect(interruption.reason).toMatchObject({
      kind: 'interrupted',
      fatal: true,
      remedy: 'go on',
    });
    expect(exits).toEqual([]);
    process.emit('SIGTERM', 'SIGTERM');
    expect({ exits, restored }).toEqual({ exits: [3], restored: ['cursor'] });
  });

  it('leaves time for the report before GitHub kills the process', async () => {
    const { process, interruption, exits } = start();
    const endless = new Promise<object>(() => undefined);
    const never = interruption.abandonWhenOver(endless);
    const outcome = interruption.resultOrReason(endless);
    process.emit('SIGTERM', 'SIGTERM');
    jest.advanceTimersByTime(2_500);
    expect(await never).toBeUndefined();
    expect(await outcome).toMatchObject({ interrupted: { kind: 'interrupted' } });
    jest.advanceTimersByTime(4_500);
    expect(exits).toEqual([3]);
  });

  it('that does not come leaves no listener; after one, or a deadline, open work does not keep the process alive', async () => {
    const calm = start();
    expect(await calm.interruption.abandonWhenOver(Promise.resolve('done'))).toBe('done');
    await calm.interruption.end(0);
    expect([
      calm.exits,
      calm.process.listenerCount('SIGINT'),
      calm.process.listenerCount('SIGTERM'),
    ]).toEqual([[], 0, 0]);
    const late = start();
    late.interruption.halt.stop(why('deadline'));
    expect(late.interruption.reason).toBeUndefined();
    await late.interruption.end(1);
    expect(late.exits).toEqual([1]);
  });
});
