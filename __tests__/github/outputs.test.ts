import { describe, expect, it } from '@jest/globals';
import { GitHubError } from '../../src/errors.js';
import { setCommentUrl, setOutputs, type OutputSink } from '../../src/github/outputs.js';
import { OUTPUTS_MAX_BYTES } from '../../src/limits.js';
import { results, row } from './fixtures.js';

function sink(): OutputSink & { outputs: Record<string, unknown> } {
  const outputs: Record<string, unknown> = {};
  return { outputs, setOutput: (name, value) => void (outputs[name] = value) };
}

describe('setOutputs', () => {
  it('sets the documented outputs', () => {
    const core = sink();
    const toxic = row({ test_type: 'add_toxic_words', pass_rate: 1, pass: true, outcome: 'pass' });
    setOutputs(
      results({ report: [row({ pass_rate: 0.62 }), toxic] }),
      { reports: { 'report-json': '/tmp/report.json' }, requests: 52 },
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
      setOutputs(results({ outcome }), { reports: {}, requests: 0 }, core);
      expect(core.outputs['outcome']).toBe(outcome);
      expect(core.outputs['passed']).toBe(String(outcome === 'pass'));
    },
  );

  it('has null for a test without a scored row, and no rate for a run without a test', () => {
    const core = sink();
    setOutputs(
      results({ report: [row({ pass_rate: null, outcome: 'error' })] }),
      { reports: {}, requests: 0 },
      core,
    );
    expect(core.outputs['pass-rates']).toBe('{"add_negation":null}');
    setOutputs(results({ report: [] }), { reports: {}, requests: 0 }, core);
    expect(core.outputs).toMatchObject({ 'pass-rates': '{}' });
    expect(core.outputs).not.toHaveProperty('report-json');
  });

  it('stays far below the limit of outputs', () => {
    const core = sink();
    const report = Array.from({ length: 1000 }, (_, index) =>
      row({ test_type: `test_number_${index}` }),
    );
    setOutputs(
      results({ report }),
      { reports: { 'report-json': '/tmp/report.json' }, requests: 0 },
      core,
    );
    expect(Buffer.byteLength(JSON.stringify(core.outputs))).toBeLessThan(OUTPUTS_MAX_BYTES / 10);
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
    expect(() => setOutputs(results(), { reports: {}, requests: 0 }, broken)).toThrow(GitHubError);
    expect(() => setCommentUrl('u', broken)).toThrow('The outputs cannot be written');
  });
});
