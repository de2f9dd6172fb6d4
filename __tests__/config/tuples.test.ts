import { parseConfig } from '../../src/config/rules.ts';
import { PYTHON_PAIR, tuplesToLists } from '../../src/config/positions.ts';
import { errorOf, FILE } from './config-error.ts';

const overrides = { hub: 'reference', model: 'attentive', data: 'builtin:statements' };

/** The only configuration for negation that LangTest's pages print, as Python writes it. */
const FROM_THE_PAGES = `{
    'tests': {
        'defaults': {'min_pass_rate': 1.0},
        'sensitivity': {
            'add_negation': {'min_pass_rate': 0.70},
        }
    },
    "evaluation": {"threshold": (-0.1, 0.1)},  # (low, high)
}
`;

describe("Python's tuples", () => {
  it("in LangTest's printed configuration, its SHA-256 that of the file", () => {
    const { tests, origin } = parseConfig(FROM_THE_PAGES, FILE, overrides);
    expect(tests).toMatchObject([
      { minimum_pass_rate: 0.7, candidates: [{ threshold: [-0.1, 0.1] }] },
    ]);
    expect(origin.sha256).toBe('1e8ce2957f323bd88d81db427e331bae7db1ee86de5b2f25d1e23a3328b8750a');
  });

  const pairs: [string, number[]][] = [
    ['(-0.1, 0.1)', [-0.1, 0.1]],
    ['(0., 1.)', [0, 1]],
    ['(-1e-1, 1e-1)', [-0.1, 0.1]],
    ['(0.1, 0.2,)', [0.1, 0.2]],
    ['(0.1,0.2)', [0.1, 0.2]],
    ['( -.5 , +5E-1 )', [-0.5, 0.5]],
    ['(0, 1 , )', [0, 1]],
  ];
  it.each(pairs)('%s between braces, in a list and as a value of its own', (written, pair) => {
    const thresholds = (text: string) =>
      parseConfig(text, FILE, overrides).tests.map(({ candidates }) => candidates[0]!.threshold);
    expect(
      thresholds(
        `evaluation: { threshold: ${written} }\ntests: { sensitivity: { add_negation: {} } }`,
      ),
    ).toEqual([pair]);
    expect(
      thresholds(
        `{"evaluation":{"threshold":${written.replaceAll(' ', '\n  ')}},"tests":{"sensitivity":{"add_negation":{}}}}`,
      ),
    ).toEqual([pair]);
    expect(
      thresholds(
        `evaluation:\n  threshold: ${written}\ntests: { sensitivity: { add_negation: {} } }`,
      ),
    ).toEqual([pair]);
  });

  it('nothing else is touched, and nothing moves', () => {
    const text =
      'prompt: Is it (1, 2)?\nflow: { a: (1, 2), b: "threshold: (1, 2)", threshold: (low, 1) }\n';
    expect(tuplesToLists(text)).toBe(text);
    expect(tuplesToLists('{ "threshold": (1, 2,), a: 1 }')).toBe('{ "threshold": [1, 2,], a: 1 }');
    expect(errorOf(FROM_THE_PAGES.replace('0.70', '70'), overrides)?.where).toBe(`${FILE}:5:47`);
  });

  it('a tuple that is no pair of numbers is named', () => {
    const error = errorOf(
      'tests: { sensitivity: { add_negation: {} } }\nevaluation: { threshold: (low, 0.1) }',
      overrides,
    );
    expect(error?.describe()).toContain('a pair [low, high]');
  });

  it('takes linear time', () => {
    const worst = [
      '(1,'.repeat(60_000),
      `(${'1,'.repeat(100_000)}`,
      `(${'1'.repeat(200_000)}`,
      `(1${' '.repeat(200_000)}`,
      `(1${'\n'.repeat(200_000)},`,
      '('.repeat(200_000),
      '[(1,2),'.repeat(30_000),
    ];
    for (const text of worst) {
      const started = Date.now();
      tuplesToLists(`{ threshold: ${text}`);
      PYTHON_PAIR.test(text);
      expect(Date.now() - started).toBeLessThan(10_000);
    }
  });
});
