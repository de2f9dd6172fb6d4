import { analyse } from 'scslre';
import { attacks } from './patterns/attacks.ts';
import { type Pattern, putTogether, written } from './patterns/patterns.ts';
import { some } from './support/runs.ts';
import { Stopwatch } from './patterns/stopwatch.ts';

/**
 * Every regular expression of `src` takes time in proportion to its text, for any text from
 * outside: while a pattern runs, no time-out can stop it.
 */

const stopwatch = new Stopwatch();
afterAll(() => stopwatch.stop());

const { literals, makes } = written();
const built = await putTogether();

/** Patterns of the word lists have the same form, so some of them are enough. */
const isEntry = ({ at }: Pattern) => /^src\/language\/words\/list\.ts/.test(at);
const entries = [...built].filter(isEntry);
const patterns = [
  ...new Map(
    [
      ...literals,
      ...[...built].filter((pattern) => !isEntry(pattern)),
      ...entries.sort((a, b) => a.source.length - b.source.length).slice(0, 20),
    ].map((pattern) => [`${pattern.source} ${pattern.flags}`, pattern]),
  ).values(),
];

const LENGTH = 200_000;
it('the tests know every place where a pattern is built', () => {
  const seen = new Map<string, Set<string>>();
  for (const { at } of built) {
    const file = at.slice(0, at.lastIndexOf(':'));
    seen.set(file, (seen.get(file) ?? new Set()).add(at));
  }
  const unseen = [...makes]
    .filter(([file, count]) => (seen.get(file)?.size ?? 0) < count)
    .map(([file, count]) => `${file}: ${seen.get(file)?.size ?? 0} of ${count}`);
  expect(unseen).toEqual([]);
  expect(patterns.length).toBeGreaterThan(300);
});

it('scslre reports no pattern that may backtrack or restart in more than linear time', () => {
  const slow = patterns.flatMap(({ at, source, flags }) => {
    const sticky = flags.includes('y');
    const { reports } = analyse({
      source: sticky ? `^(?:${source})` : source,
      flags: flags.replace('y', ''),
    });
    return reports.map(
      ({ type, exponential }) =>
        `${at}: ${exponential ? 'exponential ' : ''}${type} in /${source.slice(0, 200)}/`,
    );
  });
  expect(slow).toEqual([]);
});

/** A quadratic pattern takes ten thousand times as long. */
const MOST_MS = 3_000;

it(`each pattern takes at most ${MOST_MS / 1000} s for the worst ${LENGTH} characters made from it`, async () => {
  const slow: string[] = [];
  for (const pattern of some(patterns, 24)) {
    const report = (how: string, text: string) =>
      slow.push(
        `${pattern.at}: ${how} on ${JSON.stringify(text.slice(0, 80))}… of /${pattern.source.slice(0, 200)}/`,
      );
    // All attacks run on a short text first, and the three slowest on the full one.
    const all = attacks(pattern);
    const texts = all.map((attack) => attack(LENGTH / 40));
    const short = await stopwatch.times(pattern, texts, 120_000);
    if (short === undefined) {
      report('hangs', texts[0]!);
      continue;
    }
    const ranked = all
      .map((attack, index) => ({ attack, took: short[index]! }))
      .sort((a, b) => b.took - a.took);
    for (const text of ranked.slice(0, 3).map(({ attack }) => attack(LENGTH))) {
      const [took] = (await stopwatch.times(pattern, [text], 60_000)) ?? [undefined];
      if (took === undefined || took > MOST_MS) {
        report(took === undefined ? 'hangs' : `${Math.round(took)} ms`, text);
        break;
      }
    }
  }
  expect(slow).toEqual([]);
}, 1_200_000);
