/** Report files are never written through a link, which a pull request may have put there. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gate, modelServer } from '../support/gate.ts';
import { deskFiles, deskModel } from '../support/desk.ts';
import { replaceFile } from '../../src/shared/path-safety.ts';
import { temporaryFolder, type Tree } from '../support/repository.ts';

let home: string;
beforeEach(() => {
  home = temporaryFolder({ mine: 'mine' });
});

const CASES: [entry: string, directory: string, head: () => Tree, isWritten: boolean][] = [
  ['a link', 'reports', () => ({ reports: { link: home } }), false],
  ['a link on the way', 'a/b/reports', () => ({ 'a/b': { link: home } }), false],
  ['a link to nowhere', 'reports', () => ({ reports: { link: path.join(home, 'new') } }), false],
  ['a link within the checkout', 'reports', () => ({ reports: { link: 'evals' } }), false],
  ['a file', 'reports', () => ({ reports: 'a file' }), false],
  [
    'a link as a report',
    'reports',
    () => ({ 'reports/report.json': { link: path.join(home, 'mine') } }),
    true,
  ],
  ['an old report', 'reports', () => ({ 'reports/report.json': 'old' }), true],
  ['a folder that no one may make', '/proc/new/deep', () => ({}), false],
  ['nothing', 'new/deep', () => ({}), true],
  ['the checkout itself', '.', () => ({}), true],
];

it.each(CASES)('reports where there is %s: %s', async (_what, directory, head, isWritten) => {
  const model = await modelServer(deskModel());
  const inputs = { 'report-directory': directory, comment: 'never' };
  const ended = await gate({ base: deskFiles(), head: head(), model, inputs });
  expect(ended.outputs).toMatchObject({ outcome: 'pass' });
  expect(ended.outputs['report-json'] !== '').toBe(isWritten);
  expect(ended.stdout.includes('::warning')).toBe(!isWritten);
  // The runner cleans up RUNNER_TEMP only, so temporary folders belong there.
  expect(ended.shown).toContain('sensitivity-git-');
  expect(readdirSync(home)).toEqual(['mine']);
  expect(readFileSync(path.join(home, 'mine'), 'utf8')).toBe('mine');
});

it('a file replaces what a killed run left of it', async () => {
  const folder = temporaryFolder({ 'a.sensitivity.tmp': 'half' });
  await replaceFile(path.join(folder, 'a'), 'new');
  expect(readdirSync(folder)).toEqual(['a']);
  await expect(replaceFile(folder, 'new')).rejects.toMatchObject({ remedy: expect.any(String) });
});
