import { progressLog } from '../../src/run/progress-log.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const start = {
  model: { hub: 'openai', name: 'm' },
  rows: [40, 1200],
  data: ['q.csv: 3 columns, 40 rows, text = question'],
};
const FIRST = [
  'asking openai/m: 2 tests, 1,240 rows, 2,600 requests at most, retries aside',
  ...start.data,
];

it('prints the start once, then the progress every half minute until the run is done', () => {
  const lines: string[] = [];
  const log = progressLog((line) => lines.push(line));
  log.onStart(start);
  expect(lines).toEqual([]);
  log.onProgress(0, 2600);
  for (let done = 1; done <= 1000; done++) log.onProgress(done, 2600);
  expect(lines).toEqual(FIRST);
  jest.advanceTimersByTime(29_999);
  expect(lines).toEqual(FIRST);
  jest.advanceTimersByTime(1);
  log.onProgress(1001, 2602);
  jest.advanceTimersByTime(30_000);
  expect(lines.slice(2)).toEqual([
    '1,000 of at most 2,600 requests done after 30 seconds; about 48 s left at most',
    '1,001 of at most 2,602 requests done after 60 seconds; about 1 min 19 s left at most',
  ]);
  log.stop();
  jest.advanceTimersByTime(300_000);
  expect(lines).toHaveLength(4);
});

it('prints one line every half minute of a second run, and none after the stop', () => {
  const lines: string[] = [];
  const log = progressLog((line) => lines.push(line));
  for (const total of [2600, 900]) {
    log.onStart(start);
    log.onProgress(0, total);
  }
  jest.advanceTimersByTime(30_000);
  expect(lines.filter((line) => line.includes(' done after '))).toEqual([
    '0 of at most 900 requests done after 30 seconds; waiting for the first answer',
  ]);
  const printed = lines.length;
  log.stop();
  jest.advanceTimersByTime(300_000);
  expect(lines).toHaveLength(printed);
});

it('starts no timer for progress that comes after the stop', () => {
  const lines: string[] = [];
  const log = progressLog((line) => lines.push(line));
  log.onStart(start);
  log.stop();
  log.onProgress(0, 2600);
  jest.advanceTimersByTime(300_000);
  expect(lines).toEqual([]);
});

it('prints only the start if a progress bar is shown', () => {
  const lines: string[] = [];
  const log = progressLog((line) => lines.push(line), { repeat: false });
  log.onStart(start);
  log.onProgress(0, 2600);
  jest.advanceTimersByTime(300_000);
  expect(lines).toEqual(FIRST);
});
