import { movedProvider, NO_DRIFT } from '../../src/engine/drift/drift.ts';
import { isServedAlike } from '../../src/engine/served.ts';
import { recordFor, watchTonight, type WatchNight } from '../../src/engine/drift/watch.ts';

const SAME = { subject: 'a', rows: 'b' };
const ROWS = 40;
const usual = (i: number) =>
  Array.from({ length: ROWS }, (_, row) => ((row + 3 * i) % 11 === 0 ? '0' : '1')).join('');
const bad = Array.from({ length: ROWS }, (_, row) => (row % 3 === 0 ? '0' : '1')).join('');

/** Plays nights after those of a record, each by its outcomes. */
function play(
  outcomes: readonly string[],
  before: readonly WatchNight[] = [],
  over: Partial<WatchNight> = {},
) {
  const nights = [...before];
  const told = outcomes.map((one) => {
    const tonight = { ...SAME, ...over, outcomes: one };
    const found = watchTonight(recordFor(nights, tonight), tonight, {
      u: ((nights.length * 7 + 3) % 19) / 20 + 0.05,
    });
    nights.push(found.night);
    return found.told;
  });
  return { told, nights };
}
const many = (count: number, outcomes: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => outcomes(i));

it('an alarm stays open until three nights in a row fit the record before it', () => {
  const quiet = play(many(14, usual));
  expect(new Set(quiet.told.slice(1))).toEqual(new Set(['usual']));
  const worse = play(
    many(3, () => bad),
    quiet.nights,
  );
  expect(worse.told.at(-1)).toBe('still worse');
  const open = recordFor(worse.nights, SAME);
  expect(open).toMatchObject({ isOpen: true, calm: 0, state: { worse: 0, better: 0 } });
  // The nights since the alarm are no part of the record.
  expect(
    recordFor(
      [
        ...worse.nights,
        ...play(
          many(9, () => bad),
          worse.nights,
        ).nights.slice(17),
      ],
      SAME,
    ).nights,
  ).toBe(open.nights);
  const twice = play([usual(1), usual(2), bad, usual(3), usual(4)], worse.nights);
  expect(twice.told).not.toContain('recovered');
  expect(play([usual(5), usual(6)], twice.nights).told).toEqual(['recovered', 'usual']);
});

it('another subject, other rows and an accepted level start the record anew', () => {
  const { nights } = play(many(12, usual));
  expect(recordFor(nights, SAME).nights).toBe(12);
  expect(recordFor(nights, { ...SAME, subject: 'c' }).nights).toBe(0);
  expect(recordFor(nights, { ...SAME, rows: 'c' }).nights).toBe(0);
  const back = [
    ...nights,
    ...play([usual(0)], nights, { subject: 'c' }).nights.slice(-1),
    ...nights.slice(0, 2),
  ];
  expect(recordFor(back, SAME).nights).toBe(2);

  const alarm = play(
    many(3, () => bad),
    nights,
  );
  const tonight = { ...SAME, outcomes: bad };
  const { told, night } = watchTonight(recordFor(alarm.nights, SAME), tonight, {
    u: 0.5,
    isAccepted: true,
  });
  expect(told).toBe('accepted');
  expect(recordFor([...alarm.nights, night], SAME)).toMatchObject({ nights: 1, isOpen: false });
});

it('a better model is told once', () => {
  const low = play(many(14, (i) => usual(i).replaceAll(/1(?=1)/g, () => '0')));
  const { told, nights } = play(
    many(4, () => '1'.repeat(ROWS)),
    low.nights,
  );
  expect(told.filter((one) => one === 'better')).toHaveLength(1);
  expect(told[told.indexOf('better') + 1]).toBe('first');
  expect(recordFor(nights, SAME).nights).toBeLessThan(4);
});

it('a night without an answer to any known row changes nothing', () => {
  const { nights } = play(many(12, usual));
  const record = recordFor(nights, SAME);
  const silent = watchTonight(record, { ...SAME, outcomes: '-'.repeat(ROWS) }, { u: 0.5 });
  expect(silent).toMatchObject({
    told: 'usual',
    night: { worse: record.state.worse, better: record.state.better },
  });
});

it('a provider has moved where the base is improbable under a record of ten nights or more', () => {
  const record = recordFor(play(many(20, usual)).nights, SAME);
  expect(movedProvider(record, bad, 0.5)).toMatchObject({ rows: ROWS, passed: 26 });
  expect(movedProvider(record, usual(3), 0.5)).toBeUndefined();
  expect(movedProvider({ ...record, state: NO_DRIFT }, bad, 0.5)).toBeUndefined();
  expect(movedProvider(record, '-'.repeat(ROWS), 0.5)).toBeUndefined();
});

it.each([
  [['m', 'f'], ['m', 'f'], true],
  [['m', 'f'], ['m', 'g'], false],
  [['m'], ['m', 'g'], true],
  [['m'], ['n'], false],
])('served alike: %j and %j: %p', ([model, fingerprint], [other, print], alike) => {
  const served = (name: string, by?: string) => ({
    model: name,
    ...(by !== undefined && { fingerprint: by }),
  });
  expect(isServedAlike([served(model!, fingerprint)], [served(other!, print)])).toBe(alike);
});
