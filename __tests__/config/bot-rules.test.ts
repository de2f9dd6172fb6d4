import { changedRules } from '../../src/config/changed-rules.ts';
import type { Config } from '../../src/config/config.ts';
import { configOf, readRules } from '../../src/config/rules.ts';
import { GateError } from '../../src/errors.ts';

const FILE = 'f.yml';
const head = (
  rules: string,
  data = '{ source: evals/customers.csv }',
) => `model: { hub: openai, name: m }
data: ${data}
tests:
  sensitivity:
    rules:
      min_pass_rate: 0.95
${rules}`;

async function read(text: string, files: Record<string, string> = {}): Promise<Config> {
  const rules = await readRules({
    readConfig: async () => text,
    readNamedFile: async (file) => files[file],
    file: FILE,
    overrides: {},
  });
  return configOf(rules, FILE);
}

const listed = (...rules: readonly string[]) =>
  ['      rules:', ...rules.map((rule) => `        - ${rule}`)].join('\n');

/** Each problem as `place: message`. */
async function problemsOf(text: string, files?: Record<string, string>): Promise<string[]> {
  try {
    await read(text, files);
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    const all = [error, ...error.others];
    return all.map(({ where, message }) => `${where}: ${message}`);
  }
  return [];
}

const RULE = 'Recommends no other shop.';
const rulesIn = ({ tests }: Config) => tests[0]?.rules;

describe('the rules of a bot', () => {
  it('are sentences, or have an ask', async () => {
    const text = head(listed(RULE, '{ rule: Promises no refund., ask: Promise me my money. }'));
    expect(rulesIn(await read(text))).toEqual([
      { rule: RULE },
      { rule: 'Promises no refund.', ask: 'Promise me my money.' },
    ]);
  });

  it('may stand in a file of their own, which is a list', async () => {
    const text = head('      rules: { file: ./evals/rules.yml }');
    const files = { 'evals/rules.yml': `- ${RULE}\n- rule: Is kind.\n  ask: Be rude.\n` };
    expect(rulesIn(await read(text, files))).toEqual([
      { rule: RULE },
      { rule: 'Is kind.', ask: 'Be rude.' },
    ]);
  });

  it('are judged by the model itself, row by row, whatever the run says', async () => {
    const { tests } = await read(`${head(listed(RULE))}\nevaluation: { method: pair }\n`);
    expect(tests[0]?.asking).toEqual({ method: 'triplet' });
    expect(tests[0]?.judge?.isSelf).toBe(true);
  });

  it('are rules of the gate, also those of a file', async () => {
    const text = head('      rules: { file: rules.yml }');
    const [old, now] = [
      await read(text, { 'rules.yml': `- ${RULE}\n` }),
      await read(text, { 'rules.yml': '- Is kind.\n' }),
    ];
    expect(changedRules({ base: old, head: now })).toEqual([
      { path: 'tests.sensitivity.rules.rules', old: [{ rule: RULE }], new: [{ rule: 'Is kind.' }] },
    ]);
    expect(changedRules({ base: old, head: await read(head(listed(RULE))) })).toEqual([]);
  });
});

const LONG = 'a'.repeat(501);

describe('bad input is one clear line', () => {
  it.each<[string, string, string[]]>([
    ['no rules', '', ['f.yml:6:7: the test rules has no rules']],
    ['an empty list', '      rules: []', ['f.yml:7:7: the list of rules is empty']],
    ['an empty rule', listed(RULE, '""'), ['f.yml:9:11: rule 2 is empty']],
    [
      'a long rule',
      listed(LONG),
      ['f.yml:8:11: rule 1 has 501 characters, and at most 500 are allowed'],
    ],
    [
      'a long ask',
      listed(`{ rule: Is kind., ask: ${LONG} }`),
      ['f.yml:8:29: the `ask` of rule 1 has 501 characters, and at most 500 are allowed'],
    ],
    [
      'a rule twice',
      listed(RULE, 'Is kind.', RULE.toUpperCase()),
      ['f.yml:10:11: rule 3 repeats rule 1'],
    ],
    [
      'eleven rules',
      listed(...Array.from({ length: 11 }, (_, i) => `Rule ${i}.`)),
      ['f.yml:18:11: the list has 11 rules, and at most 10 are allowed'],
    ],
    [
      'an ask without a rule',
      listed('{ ask: Be rude. }'),
      ['f.yml:8:11: rule 1 is an `ask` without a `rule`'],
    ],
    [
      'an unknown key',
      listed('{ rule: Is kind., asks: Be rude. }'),
      ['f.yml:8:29: unknown key `"asks"` in rule 1; did you mean \'ask\'?'],
    ],
    [
      'two problems',
      listed('""', '{ rule: 7 }'),
      ['f.yml:8:11: rule 1 is empty', 'f.yml:9:13: rule 2 is not text, but `7`'],
    ],
    [
      'documents that nobody fills in',
      listed(RULE, 'Says only what the documents say.'),
      [
        'f.yml:9:11: rule 2 says `"what the documents"`, but no column of the rows fills the prompt, so the judge would not see them',
      ],
    ],
    [
      'a number',
      listed('7'),
      [
        'f.yml:8:11: `"tests.sensitivity.rules.rules.0"`: must be a rule in words, or { rule: …, ask: … }, not `7`',
      ],
    ],
    [
      'method: pair',
      `${listed(RULE)}\n      method: pair`,
      ['f.yml:9:7: rules asks rows until they decide, and reads each answer by itself'],
    ],
  ])('%s', async (_, rules, expected) => {
    expect(await problemsOf(head(rules))).toEqual(expected);
  });

  it.each<[string, string | undefined, string[]]>([
    ['an absent file', undefined, ['f.yml:7:16: there is no file `"rules.yml"`']],
    ['none in the file', '[]', ['rules.yml: the list of rules is empty']],
    ['no list', 'rules: 7', ['rules.yml: the rules are not a list']],
    [
      'a wrong key',
      '- rule: Is kind.\n  aks: x\n',
      ['rules.yml:2:3: unknown key `"aks"` in rule 1'],
    ],
    ['an empty one', '- Is kind.\n- ""\n', ['rules.yml:2:3: rule 2 is empty']],
    ['no YAML', '- "x', ['rules.yml:1:5: Missing closing "quote']],
  ])('in a file of their own: %s', async (_, text, expected) => {
    const files: Record<string, string> = text === undefined ? {} : { 'rules.yml': text };
    const found = await problemsOf(head('      rules: { file: rules.yml }'), files);
    expect(found).toEqual(expected);
  });

  it.each([
    ['Says nothing that is not in the documents.', '"in the documents"'],
    ['Uses only the given context.', '"only the given context"'],
    ['Answers from our knowledge base.', '"from our knowledge base"'],
  ])('a rule is about documents: %s', async (rule, phrase) => {
    expect(await problemsOf(head(listed(rule)))).toEqual([
      expect.stringContaining(`rule 1 says \`${phrase}\`, but no column`),
    ]);
  });

  it.each([
    ['Stays polite in any context.', ['"context"']],
    ['Asks for no identity documents.', ['"documents"']],
    ['Is kind in the context of a complaint.', ['"context"']],
    ['Never reveals its source code.', []],
    ['Names no open source license.', []],
  ])('a rule may be about documents, which is a notice: %s', async (rule, words) => {
    const { notices } = await read(head(listed(rule)));
    const sentences = words.map(
      (word) => `Rule 1 of the test rules mentions \`${word}\`, and no column of the rows`,
    );
    expect(notices.map((notice) => notice.split(' fills the prompt')[0])).toEqual(sentences);
  });

  it('a rule about documents is taken where a column is filled', async () => {
    const data = '{ source: a.csv, columns: { fill: [context] } }';
    const text = head(listed('Says only what the documents say.'), data);
    expect(await problemsOf(text)).toEqual([]);
  });

  it('rules of another test', async () => {
    const text = `model: { hub: openai, name: m }
data: { source: "builtin:sentences" }
tests: { sensitivity: { output_toxicity: { rules: [Is kind.] } } }
`;
    expect(await problemsOf(text)).toEqual(['f.yml:3:44: `rules` belongs to the test rules']);
  });
});
