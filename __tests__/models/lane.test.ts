import { ModelError, type ModelErrorKind } from '../../src/errors.ts';
import { systemClock, type Clock } from '../../src/models/http/pace.ts';
import { Lane } from '../../src/models/http/lane.ts';

const never: Clock = { ...systemClock, sleep: () => new Promise(() => undefined) };
const failure = (kind: ModelErrorKind, how: { fatal?: boolean; transient?: boolean } = {}) =>
  new ModelError(`It is ${kind}.`, { kind, remedy: 'Mend it.', ...how });

type Told = ModelError | string;

/** Puts so many questions at once; `answers` says of each that is sent what comes of it. */
async function ask(lane: Lane, questions: number, answers: (nth: number) => Promise<string>) {
  let [sent, underWay, most] = [0, 0, 0];
  const one = async () => {
    const nth = sent++;
    most = Math.max(most, ++underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay--;
    return answers(nth);
  };
  const outcomes = await Promise.allSettled(Array.from({ length: questions }, () => lane.run(one)));
  return {
    sent,
    most,
    outcomes,
    told: outcomes.map((outcome): Told =>
      outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as ModelError),
    ),
  };
}

describe('the first question', () => {
  it('is sent alone, and all others at once after its answer', async () => {
    const lane = new Lane(never);
    let before = 0;
    const { sent, most } = await ask(lane, 20, async (nth) => {
      if (nth === 0) before = 1;
      return 'yes';
    });
    expect({ sent, before, most }).toEqual({ sent: 20, before: 1, most: 19 });
    expect((await ask(lane, 5, async () => 'yes')).most).toBe(5);
  });

  it.each<ModelErrorKind>([
    'authentication',
    'not_found',
    'refused_host',
    'rate_limit',
    'bad_request',
  ])('with an error that all would get rejects the waiting ones, too: %s', async (kind) => {
    const lane = new Lane(never);
    const { sent, told } = await ask(lane, 20, () =>
      Promise.reject(failure(kind, { fatal: true })),
    );
    expect(sent).toBe(1);
    expect(told[0]).toMatchObject({ kind, fatal: true, message: `It is ${kind}.` });
    for (const error of told.slice(1))
      expect(error).toMatchObject({
        kind,
        fatal: true,
        message: `Not asked, after: It is ${kind}.`,
        unasked: `It is ${kind}.`,
      });
    // A later question is sent alone again: the error may have been about the form of the first
    // one.
    const later = await ask(lane, 3, async () => 'yes');
    expect(later).toMatchObject({ sent: 3, most: 2 });
  });

  it.each<[ModelErrorKind, { fatal?: boolean; transient?: boolean }]>([
    ['bad_request', {}],
    ['empty_answer', {}],
    ['timeout', { transient: true }],
    ['server', { transient: true }],
    ['bad_response', { transient: true }],
    ['interrupted', { fatal: true }],
    ['deadline', { fatal: true }],
    ['budget', { fatal: true }],
  ])(
    'is asked by the others where the first met what is its own, or the whole run’s: %s %j',
    async (kind, how) => {
      const { sent, most } = await ask(new Lane(never), 6, (nth) =>
        nth === 0 ? Promise.reject(failure(kind, how)) : Promise.resolve('yes'),
      );
      expect({ sent, most }).toEqual({ sent: 6, most: 5 });
    },
  );

  it('with an unusable reply gives the next one a try, three times in all', async () => {
    const { sent, most, told } = await ask(new Lane(never), 20, () =>
      Promise.reject(failure('bad_response')),
    );
    expect({ sent, most }).toEqual({ sent: 3, most: 1 });
    expect(told.map((error) => (error as ModelError).fatal)).toEqual([
      false,
      false,
      ...Array.from({ length: 18 }, () => true),
    ]);
    const moment = await ask(new Lane(never), 20, (nth) =>
      nth < 2 ? Promise.reject(failure('bad_response')) : Promise.resolve('yes'),
    );
    expect(moment).toMatchObject({ sent: 20, most: 17 });
  });

  it('holds the others for at most ten seconds', async () => {
    const waits: number[] = [];
    const soon: Clock = { ...systemClock, sleep: async (ms) => void waits.push(ms) };
    let first: ((text: string) => void) | undefined;
    const lane = new Lane(soon);
    const slow = lane.run(() => new Promise<string>((resolve) => (first = resolve)));
    expect((await ask(lane, 5, async () => 'yes')).sent).toBe(5);
    first!('at last');
    expect([await slow, waits]).toEqual(['at last', [10_000]]);
  });

  it('passes other exceptions through', async () => {
    const { told, sent } = await ask(new Lane(never), 2, (nth) =>
      nth === 0 ? Promise.reject(new TypeError('x')) : Promise.resolve('yes'),
    );
    expect([told[0], told[1], sent]).toEqual([expect.any(TypeError), 'yes', 2]);
  });
});
