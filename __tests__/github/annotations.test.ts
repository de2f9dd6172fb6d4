import type { AnnotationProperties } from '@actions/core';
import {
  annotations,
  emitAnnotations,
  type AnnotationOptions,
} from '../../src/github/annotations.ts';
import { ANNOTATION_MAX_CHARACTERS, ANNOTATIONS_PER_LEVEL } from '../../src/limits.ts';
import { reportRow as row, results } from '../report/sample-results.ts';

const options: AnnotationOptions = {
  configPath: '.github/sensitivity.yml',
  fails: () => true,
  describe: ({ test_type, pass_count, error_count }) => ({
    label: test_type === 'add_negation' ? 'reads negation' : test_type,
    lines: [`${pass_count} passed, ${error_count} in error.`],
  }),
  lineOf: (testType) => ({ add_negation: 7 })[testType],
};

/** Only a failed test fails the job. */
const fails: AnnotationOptions['fails'] = (test) => test?.outcome === 'fail';

const stopped = (where: string) =>
  results({ outcome: 'error', report: [], problem: { ...problem, where } });

const problem = {
  name: 'ConfigError',
  message: 'there is no key "modle"',
  remedy: 'Did you mean "model"?',
};

describe('annotations', () => {
  it('marks a failing test at its line of the configuration, under its name in the table', () => {
    expect(annotations(results(), options)).toEqual([
      {
        level: 'error',
        title: 'reads negation: fail',
        message: '1 passed, 0 in error.',
        file: '.github/sensitivity.yml',
        startLine: 7,
      },
    ]);
  });

  it('leaves out a test that passes', () => {
    expect(
      annotations(results({ outcome: 'pass', report: [row({ outcome: 'pass' })] }), options),
    ).toEqual([]);
  });

  it('leaves out the line of a test that the configuration does not name', () => {
    const [annotation] = annotations(
      results({ report: [row({ test_type: 'add_toxic_words' })] }),
      options,
    );
    expect(annotation).toMatchObject({ file: '.github/sensitivity.yml' });
    expect(annotation?.startLine).toBeUndefined();
  });

  it.each(['inconclusive', 'error'] as const)('marks %s as the job treats it', (outcome) => {
    const unsure = results({ outcome, report: [row({ outcome, error_count: 5 })] });
    const [failing] = annotations(unsure, options);
    expect(failing).toMatchObject({ level: 'error', title: `reads negation: ${outcome}` });
    expect(failing?.message).toContain('5 in error');
    expect(annotations(unsure, { ...options, fails })[0]?.level).toBe('warning');
  });

  it('marks nothing as an error if the job never fails', () => {
    const all = results({ problem, report: [row(), row({ outcome: 'error' })] });
    expect(annotations(all, { ...options, fails: () => false }).map(({ level }) => level)).toEqual([
      'warning',
      'warning',
      'warning',
    ]);
  });

  it.each([
    [
      '.github/sensitivity.yml:3:5',
      { file: '.github/sensitivity.yml', startLine: 3, startColumn: 5 },
    ],
    [
      'evals/questions.jsonl:12',
      { file: 'evals/questions.jsonl', startLine: 12, startColumn: undefined },
    ],
    ['/checkout/a.yml:1:2', { file: '/checkout/a.yml', startLine: 1, startColumn: 2 }],
  ])('marks the line of the problem: %s', (where, place) => {
    const [annotation] = annotations(stopped(where), options);
    expect(annotation).toEqual({
      level: 'error',
      title: 'ConfigError',
      message: 'there is no key "modle"\nDid you mean "model"?',
      ...place,
    });
  });

  it.each([
    "input 'comment'",
    'https://models.example.com:8443',
    'http://127.0.0.1:80/v1:2',
    '.github/sensitivity.yml',
  ])('names the place of a problem without a line: %s', (where) => {
    const [annotation] = annotations(stopped(where), options);
    expect(annotation?.message).toBe(`${where}: there is no key "modle"\nDid you mean "model"?`);
    expect(annotation?.file).toBeUndefined();
  });

  it('marks a skipped run, and the notices', () => {
    const skipped = results({ outcome: 'skipped', report: [] });
    expect(annotations(skipped, options)).toEqual([
      { level: 'notice', title: 'Sensitivity tests skipped', message: 'No model was asked.' },
    ]);
    const notices = ['There is no key for openai.'];
    expect(annotations({ ...skipped, notices }, options).map(({ message }) => message)).toEqual(
      notices,
    );
    expect(annotations(results({ report: [], notices }), options)).toEqual([
      { level: 'notice', title: 'Sensitivity tests', message: 'There is no key for openai.' },
    ]);
  });

  it("keeps GitHub's limits, with room for the action's own annotations, and counts the rest", () => {
    const many = (outcome: 'fail' | 'inconclusive') =>
      Array.from({ length: 20 }, (_, index) => row({ test_type: `${outcome}_${index}`, outcome }));
    const notices = Array.from({ length: 20 }, (_, index) => `Notice ${index}.`);
    const all = annotations(
      results({ report: [...many('fail'), ...many('inconclusive')], notices }),
      {
        ...options,
        fails,
      },
    );
    const of = (level: string) => all.filter((annotation) => annotation.level === level);
    expect(of('error')).toHaveLength(9);
    expect(of('error').at(-1)?.message).toBe('12 more are in the job summary.');
    expect(of('warning')).toHaveLength(5);
    expect(of('warning').at(-1)?.message).toBe('16 more are in the job summary.');
    expect(of('notice')).toHaveLength(ANNOTATIONS_PER_LEVEL);
  });

  it('leaves nothing out if all annotations fit', () => {
    const report = Array.from({ length: 9 }, (_, index) => row({ test_type: `test_${index}` }));
    expect(annotations(results({ report }), options).at(-1)?.title).toBe('test_8: fail');
  });

  it('escapes hostile texts', () => {
    const hostile = {
      ...problem,
      name: 'A\r\n##[error]B',
      message: `\u001b[31m##[add-mask]x\u202e${'y'.repeat(5000)}`,
    };
    const [annotation] = annotations(results({ report: [], problem: hostile }), options);
    expect(annotation?.title).toBe('A\n## [error]B');
    expect(annotation?.message).toMatch(/^\\u\{1B\}\[31m## \[add-mask\]x\\u\{202E\}y/);
    expect(annotation?.message).toHaveLength(ANNOTATION_MAX_CHARACTERS);
  });
});

describe('emit', () => {
  it('calls the function of each level', () => {
    const said: [string, string, AnnotationProperties | undefined][] = [];
    const say = (level: string) => (message: string, properties?: AnnotationProperties) =>
      void said.push([level, message, properties]);
    const core = { error: say('error'), warning: say('warning'), notice: say('notice') };
    emitAnnotations(
      [
        { level: 'error', title: 'A', message: 'a', file: 'f.yml', startLine: 3 },
        { level: 'warning', title: 'B', message: 'b' },
        { level: 'notice', title: 'C', message: 'c' },
      ],
      core,
    );
    expect(said).toEqual([
      ['error', 'a', { title: 'A', file: 'f.yml', startLine: 3 }],
      ['warning', 'b', { title: 'B' }],
      ['notice', 'c', { title: 'C' }],
    ]);
  });
});
