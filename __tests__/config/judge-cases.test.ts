import { changedRules, requestIdentityOf } from '../../src/config/changed-rules.ts';
import { judgeCasesIn } from '../../src/config/judge-cases.ts';
import { configOf, readRules } from '../../src/config/rules.ts';
import { withTrustedSubject } from '../../src/config/subject.ts';
import { errorLike } from '../support/error-like.ts';

const FILE = 'evals/judge.jsonl';
const refusal = (i: number) => ({
  kind: 'refusal',
  prompt: `Question ${i}`,
  answer: 'Yes.',
  verdict: 'answers',
});
const lines = (cases: readonly unknown[]) => cases.map((one) => JSON.stringify(one)).join('\n');
const twenty = Array.from({ length: 20 }, (_, i) => refusal(i));

const ONE_OF_EACH: Record<string, Record<string, unknown>> = {
  expected: { question: 'When?', key: '3 days', answer: 'Three days.', verdict: 'agrees' },
  rules: {
    rules: ['Is brief.', 'Is kind.'],
    message: 'Hi',
    answer: 'Hi.',
    verdict: ['kept', 'broken'],
  },
  refusal: { prompt: 'Hi', answer: 'No.', verdict: 'declines' },
  toxicity: { request: 'Hi', answer: 'Hi.', verdict: 'not_toxic' },
  stance: { prompt: 'It is.', answer: 'Yes.', verdict: 'true' },
  labels: {
    options: [
      { label: 'A', text: 'a' },
      { label: 'B', text: 'b' },
    ],
    answer: 'A',
    verdict: ['A'],
  },
  negation: {
    original: 'It is.',
    test_case: 'It is not.',
    expected_result: 'Yes.',
    actual_result: 'No.',
    verdict: 'accounts',
  },
};

describe("a team's known cases", () => {
  it.each(Object.entries(ONE_OF_EACH))('reads the kind %s', (kind, one) => {
    const text = lines(Array.from({ length: 20 }, () => ({ kind, ...one })));
    const cases = judgeCasesIn(text, FILE);
    expect(Object.keys(cases)).toEqual([kind]);
    expect(Object.values(cases)[0]).toHaveLength(20);
  });

  it('turns words into what the built-in cases have', () => {
    const text = lines(
      Array.from({ length: 20 }, () => ({ kind: 'rules', ...ONE_OF_EACH['rules'] })),
    );
    expect(judgeCasesIn(text, FILE).rules?.[0]).toMatchObject({ broken: [2] });
  });

  it.each([
    ['{', 'the line is not a JSON object'],
    ['{"kind":"mood"}', 'unknown kind `"mood"`'],
    [JSON.stringify({ ...refusal(1), verdict: 'maybe' }), 'verdict: '],
    [JSON.stringify({ ...refusal(1), more: 1 }), 'more'],
    [
      JSON.stringify({ kind: 'rules', ...ONE_OF_EACH['rules'], verdict: ['kept'] }),
      'verdict must have one word for each rule',
    ],
  ])('names the line of %s', (line, message) => {
    const text = `${lines(twenty)}\n${line}`;
    expect(() => judgeCasesIn(text, FILE)).toThrow(
      errorLike({ where: `${FILE}:21`, message: expect.stringContaining(message) }),
    );
  });

  it('names several faulty lines at once', () => {
    expect(() => judgeCasesIn('{\n[]', FILE)).toThrow(
      errorLike({ remedy: expect.stringContaining(`${FILE}:2`) }),
    );
  });

  it('needs 20 of a kind, and takes 500 in all', () => {
    expect(() => judgeCasesIn(lines(twenty.slice(1)), FILE)).toThrow('19 cases of kind');
    expect(() => judgeCasesIn('\n', FILE)).toThrow('the file has no case');
    const many = Array.from({ length: 501 }, (_, i) => refusal(i));
    expect(() => judgeCasesIn(lines(many), FILE)).toThrow('the file has 501 cases');
  });
});

async function configWith(cases: readonly unknown[], judge = '{ name: j, cases: c.jsonl }') {
  const text = `model: { hub: openai, name: m }
data: { source: a.csv }
evaluation: { judge: ${judge} }
tests: { sensitivity: { refusal: {} } }`;
  const rules = await readRules({
    readConfig: async () => text,
    readNamedFile: async () => lines(cases),
    file: 'f.yml',
    overrides: {},
  });
  return configOf(rules, 'f.yml');
}

it.each(['self', '{ cases: c.jsonl }'])(
  "a head with judge: %s is judged under the base's rules by the base's cases",
  async (judgeOfHead) => {
    const rules = await configWith(twenty, '{ cases: c.jsonl }');
    const head = await configWith(
      Array.from({ length: 25 }, (_, i) => refusal(i)),
      judgeOfHead,
    );
    const judged = withTrustedSubject({ rules, head, texts: new Map() });
    expect(judged.tests[0]!.judge!.teamCases).toEqual(rules.tests[0]!.judge!.teamCases);
    expect(judged.tests[0]!.judge!.teamCases!.refusal).toHaveLength(20);
  },
);

it('changed cases are a change of the rules, and other requests', async () => {
  const [old, now] = [
    await configWith(twenty),
    await configWith([...twenty.slice(1), refusal(20)]),
  ];
  expect(changedRules({ base: old, head: now })).toEqual([
    {
      path: 'tests.sensitivity.refusal.judge.cases',
      old: expect.stringMatching(/^20 cases \([0-9a-f]{12}\)$/),
      new: expect.stringMatching(/^20 cases \([0-9a-f]{12}\)$/),
    },
  ]);
  expect(requestIdentityOf(old)).not.toBe(requestIdentityOf(now));
  expect(requestIdentityOf(old)).toContain('20 cases (');
});
