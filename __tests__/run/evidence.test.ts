import { checksums, predicateOf } from '../../src/run/evidence.ts';
import { reportRow, results } from '../report/sample-results.ts';
import { errorLike } from '../support/error-like.ts';

const digest = 'a'.repeat(64);
const listed = (names: readonly string[]) => new Map(names.map((name) => [name, digest]));
const files = (names: readonly string[]) => ({ files: listed(names), rules: listed([]) });

it('sorts by code unit, in the form of sha256sum', () => {
  expect(checksums(files(['evals/b.txt', 'Z.yml', 'a b.txt']))).toBe(
    `${digest}  Z.yml\n${digest}  a b.txt\n${digest}  evals/b.txt\n`,
  );
});

it.each<[string, string[]]>([
  ['a backslash', ['a\\b']],
  ['a line feed', ['a\nb']],
  ['a carriage return', ['a\rb']],
  ['more than 1,024 files', Array.from({ length: 1025 }, (_, i) => `evals/${i}`)],
  ['more than 512 KiB', Array.from({ length: 1000 }, (_, i) => `${'d'.repeat(500)}/${i}`)],
])('refuses %s', (_what, names) => {
  expect(() => checksums(files(names))).toThrow(
    errorLike({ name: 'ConfigError', where: 'subjects.sha256' }),
  );
  expect(checksums(files(names.slice(0, 100).map((_, i) => `${i}`)))).toContain(digest);
});

it('refuses a file with the name of rules of the default branch', () => {
  const rules = listed(['rules/a']);
  expect(checksums({ files: listed(['a']), rules })).toContain('  rules/a\n');
  expect(() => checksums({ files: listed(['rules/a']), rules })).toThrow('No evidence was written');
});

it.each([
  ['PASSED', { outcome: 'pass' }, false],
  ['WARNED', { outcome: 'pass' }, true],
  ['WARNED', { outcome: 'pass', rules_changed: [{ path: 'seed', old: 1, new: 2 }] }, false],
  [
    'WARNED',
    {
      outcome: 'pass',
      rows_changed: [{ source: 'a', added: 1, removed: 0, changed: 0, common: 1 }],
    },
    false,
  ],
  ['WARNED', { outcome: 'pass', base_rules: { error: 'not known' } }, false],
  ['FAILED', { outcome: 'inconclusive' }, false],
  ['FAILED', { outcome: 'error' }, true],
] as const)('%s for %j, rules differ: %s', (result, over, rulesDiffer) => {
  const basis = { ...files(['a']), commit: undefined, rulesDiffer };
  expect(predicateOf(results(over), basis, undefined)).toMatchObject({ result });
});

it('an advisory test that fails is a warning, and no failed test beside a passed result', () => {
  const advisory = reportRow({ test_type: 'a', outcome: 'fail', advisory: true });
  const run = results({ outcome: 'pass', report: [reportRow({ outcome: 'pass' }), advisory] });
  const basis = { ...files(['a']), commit: undefined, rulesDiffer: false };
  expect(predicateOf(run, basis, undefined)).toMatchObject({
    result: 'PASSED',
    warnedTests: ['sensitivity.a'],
    failedTests: [],
  });
});
