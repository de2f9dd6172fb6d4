import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GitHubError } from '../../src/errors.ts';
import {
  setCommentUrl,
  setOutputs,
  writeSummary,
  type OutputSink,
} from '../../src/github/outputs.ts';
import { SUMMARY_BUDGET_BYTES, SUMMARY_MAX_BYTES } from '../../src/limits.ts';
import { reportRow as row, results } from '../report/sample-results.ts';
import { rejection } from './fixtures.ts';

function sink(): OutputSink & { outputs: Record<string, unknown> } {
  const outputs: Record<string, unknown> = {};
  return { outputs, setOutput: (name, value) => void (outputs[name] = value) };
}

describe('setOutputs', () => {
  it('sets the documented outputs', () => {
    const core = sink();
    const toxic = row({ test_type: 'add_toxic_words', pass_rate: 1, pass: true, outcome: 'pass' });
    setOutputs(
      results({
        report: [row({ pass_rate: 0.62 }), toxic],
        usage: { ...results().usage, requests: 52 },
      }),
      { 'report-json': '/tmp/report.json' },
      core,
    );
    expect(core.outputs).toEqual({
      outcome: 'fail',
      passed: 'false',
      'pass-rates': '{"add_negation":0.62,"add_toxic_words":1}',
      'report-json': '/tmp/report.json',
      requests: '52',
    });
  });

  it.each(['pass', 'fail', 'inconclusive', 'error', 'skipped'] as const)(
    'is passed only for pass: %s',
    (outcome) => {
      const core = sink();
      setOutputs(results({ outcome }), {}, core);
      expect(core.outputs['outcome']).toBe(outcome);
      expect(core.outputs['passed']).toBe(String(outcome === 'pass'));
    },
  );

  it('has null for a test without a scored row, and no rate for a run without a test', () => {
    const core = sink();
    setOutputs(results({ report: [row({ pass_rate: null, outcome: 'error' })] }), {}, core);
    expect(core.outputs['pass-rates']).toBe('{"add_negation":null}');
    setOutputs(results({ report: [] }), {}, core);
    expect(core.outputs).toMatchObject({ 'pass-rates': '{}' });
    expect(core.outputs).not.toHaveProperty('report-json');
  });

  it('sets the address of the comment separately, since the comment comes last', () => {
    const core = sink();
    setCommentUrl('https://github.com/o/r/pull/1#issuecomment-2', core);
    expect(core.outputs).toEqual({ 'comment-url': 'https://github.com/o/r/pull/1#issuecomment-2' });
  });

  it('names the remedy if the file is missing', () => {
    const broken = {
      setOutput: () => {
        throw new Error('Missing file at path: /nowhere');
      },
    };
    expect(() => setOutputs(results(), {}, broken)).toThrow(GitHubError);
    expect(() => setCommentUrl('u', broken)).toThrow('The outputs cannot be written');
  });
});

describe('writeSummary', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'summary-'));
    path = join(folder, 'summary.md');
    await writeFile(path, '');
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function failure(markdown: string, env: NodeJS.ProcessEnv): Promise<GitHubError> {
    const error = await rejection(writeSummary(markdown, env));
    if (!(error instanceof GitHubError)) throw error;
    return error;
  }

  it('appends to the summary', async () => {
    await writeSummary('# one', { GITHUB_STEP_SUMMARY: path });
    await writeSummary('# two', { GITHUB_STEP_SUMMARY: path });
    expect(await readFile(path, 'utf8')).toBe('# one\n# two\n');
  });

  it('names the remedy if the variable is not set', async () => {
    for (const env of [{}, { GITHUB_STEP_SUMMARY: '' }]) {
      const error = await failure('text', env);
      expect(error.where).toBe('GITHUB_STEP_SUMMARY');
      expect(error.remedy).toContain('Outside GitHub Actions');
    }
  });

  it('names the remedy if the file is missing, and creates none', async () => {
    const missing = join(folder, 'missing.md');
    const error = await failure('text', { GITHUB_STEP_SUMMARY: missing });
    expect(error.where).toBe(missing);
    expect(error.remedy).toContain('existing file');
    await expect(readFile(missing)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('counts bytes, and keeps the file below the limit', async () => {
    const text = 'é'.repeat(SUMMARY_MAX_BYTES / 2);
    const error = await failure(text, { GITHUB_STEP_SUMMARY: path });
    expect(error.message).toContain(`${SUMMARY_MAX_BYTES + 1} bytes`);
    expect(await readFile(path, 'utf8')).toBe('');
  });

  it('counts the bytes in the file', async () => {
    await writeFile(path, 'x'.repeat(SUMMARY_MAX_BYTES - 10));
    await writeSummary('123456789', { GITHUB_STEP_SUMMARY: path });
    expect((await failure('', { GITHUB_STEP_SUMMARY: path })).remedy).toContain('artifact');
  });

  it('accepts a summary within its budget', async () => {
    await writeSummary('x'.repeat(SUMMARY_BUDGET_BYTES), { GITHUB_STEP_SUMMARY: path });
  });
});
