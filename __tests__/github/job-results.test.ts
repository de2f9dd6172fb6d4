import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { annotate, writeOutputs, writeSummary } from '../../src/github/job-results.ts';
import type { Results } from '../../src/run/results.ts';
import { HOSTILE } from '../support/hostile-corpus.ts';
import { temporaryFolder } from '../support/repository.ts';
import { failed, negationRow, resultsOf, testRow } from '../report/fixtures.ts';
import { rejection } from './site.ts';

function annotated(results: Results, failsJob = true) {
  const said: { level: string; message: string; file?: string; title?: string }[] = [];
  const note = (level: string) => (message: string | Error, place?: object) =>
    void said.push({ level, message: String(message), ...place });
  const notes = { error: note('error'), warning: note('warning'), notice: note('notice') };
  annotate(results, failsJob, notes);
  return said;
}

it('annotations leave room for those of the action, and none is an error in a green job', () => {
  const many = Array.from({ length: 30 }, (_, i) => `text ${i}`);
  const results = failed({ warnings: many, notices: many });
  const counts = (failsJob: boolean) =>
    ['error', 'warning', 'notice'].map(
      (level) => annotated(results, failsJob).filter((one) => one.level === level).length,
    );
  expect([counts(true), counts(false)]).toEqual([
    [1, 5, 8],
    [0, 5, 8],
  ]);
  // Many warnings do not push the verdict out.
  expect(annotated(results, false)[0]?.title).toContain('fail');
  expect(annotated(results)[1]?.message).toBe('text 0');
  // A failing row stands at its line.
  const rows = [negationRow(0, { source: 'a.csv:3' })];
  expect(annotated(resultsOf({ report: [testRow()], results: rows }))).toContainEqual(
    expect.objectContaining({ file: 'a.csv', startLine: 3 }),
  );
});

it('a hostile text stays a text of at most 4,096 characters; a hostile path names no file', () => {
  for (const text of HOSTILE) {
    const results = [`${text}:3`, 'hf:a/b#3'].map((source, i) => negationRow(i, { source }));
    const all = annotated(resultsOf({ report: [testRow()], results, notices: [text] }));
    // A row of the Hub is annotated nowhere, since it is in no file.
    expect(all.filter(({ level }) => level === 'warning').length).toBeLessThan(2);
    for (const { message, title = '', file = '' } of all) {
      expect(message.length).toBeLessThanOrEqual(4_096);
      expect(`${message}\n${title}`).not.toMatch(/^\s*::|##\[|\p{Bidi_Control}/mu);
      expect(file).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
  }
});

it('the summary goes behind that of others, and never beyond what GitHub takes', async () => {
  const file = path.join(temporaryFolder({ 'summary.md': 'theirs\n' }), 'summary.md');
  const env = { GITHUB_STEP_SUMMARY: file };
  await writeSummary('ours', env);
  expect(await readFile(file, 'utf8')).toBe('theirs\nours\n');
  await writeFile(file, 'x'.repeat(1024 * 1024 - 5));
  await writeSummary('ours', env);
  const full = await rejection(writeSummary('', env));
  expect(full).toMatchObject({ message: expect.stringContaining('1048576') });
  expect((await readFile(file)).length).toBe(1024 * 1024);
});

it('a rate of the outputs counts the rows that must hold', () => {
  const set: Record<string, string> = {};
  const core = { setOutput: (name: string, value: string) => void (set[name] = value) };
  const must = { rows: 4, held: 1, held_again: 0, broken: 2, errors: 1 };
  const report = [testRow({ pass_count: 7, fail_count: 0, must })];
  writeOutputs(resultsOf({ report }), '', core);
  expect(set['pass-rates']).toBe('{"add_negation":0.8}');
});
