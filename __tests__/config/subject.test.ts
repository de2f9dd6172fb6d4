import { readFile } from 'node:fs/promises';
import type { Config } from '../../src/config/config.ts';
import { parseConfig } from '../../src/config/rules.ts';
import { withUntrustedSubject } from '../../src/config/subject.ts';
import { hubNamed, HUBS } from '../../src/models/hubs/registry.ts';

const FILE = '.github/sensitivity.yml';

/** The same rules, with this model section. */
function configWith(model: Record<string, unknown>) {
  const whole = {
    model: { hub: 'openai', name: 'a-model', ...model },
    embeddings: { hub: 'openai', model: 'embeddings' },
    data: { source: 'builtin:statements' },
    tests: { sensitivity: { add_negation: { min_pass_rate: 0.5 } } },
  };
  return parseConfig(JSON.stringify(whole), FILE);
}

const judgedBy = (rules: Config, head: Config) =>
  withUntrustedSubject({ rules, head, texts: new Map() }, 'the pull request');

const judge = (
  hub: string,
  parameters: Record<string, unknown>,
  base: Record<string, unknown> = {},
) => judgedBy(configWith({ hub, parameters: base }), configWith({ hub, parameters }));

/** As in YAML, where `.nan` and a key `__proto__` can be written. */
const HOSTILE: Record<string, unknown>[] = [
  { messages: [] },
  { Messages: [] },
  { prompt: 'x' },
  { inputs: 'x' },
  { model: 'other' },
  { extra_body: {} },
  { logit_bias: { 1: 100 } },
  { n: 100 },
  { stream: true },
  { response_format: { type: 'json_object' } },
  { tools: [] },
  { guided_choice: ['No.'] },
  { Temperature: 0 },
  { ' temperature': 0 },
  { constructor: 1 },
  JSON.parse('{"__proto__": {"temperature": 0}}') as object as Record<string, unknown>,
  { temperature: '0' },
  { temperature: null },
  { temperature: [0] },
  { temperature: { value: 0 } },
  { temperature: NaN },
  { seed: Infinity },
  { max_tokens: '1' },
  { stop: { a: 1 } },
  { stop: [['x']] },
  { reasoning_effort: 'low\nhigh' },
  { reasoning_effort: ['low'] },
];

it('an error of a prompt names that prompt, at its place', () => {
  const configOf = (prompt: string, fill = '') =>
    parseConfig(
      `model: { hub: openai, name: m, prompt: "${prompt}", variables: { tone: kind } }
data: { source: a.csv${fill} }
tests: { sensitivity: { answers: {} } }
`,
      FILE,
    );
  const base = configOf('{text}');
  const head = configOf('{context} {text}', ', columns: { fill: [context] }');
  let error: unknown;
  try {
    judgedBy(base, head);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toMatchObject({
    where: `${FILE}:1:32`,
    message: expect.stringContaining('the prompt `"model.prompt"` fills {context}'),
  });
});

it('a column with the name of a member of every object has no value without a variable', () => {
  const { model } = parseConfig(
    `model: { hub: openai, name: m, prompt: "{text}", system_prompt: "By {constructor}." }
data: { source: a.csv, columns: { fill: [constructor] } }
tests: { sensitivity: { add_negation: {} } }
`,
    FILE,
  );
  expect(model.system_fill).toEqual({ constructor: null });
});

describe('a subject that is not trusted', () => {
  it('sets no parameter but those that say how an answer is drawn, and no value that could carry more', () => {
    const passed: string[] = [];
    for (const hub of HUBS) {
      for (const parameters of HOSTILE) {
        const head = configWith({ hub });
        // Past the configuration's own reader, which knows neither infinity nor such keys in JSON.
        head.model.parameters = parameters;
        try {
          judgedBy(configWith({ hub }), head);
          passed.push(`${hub} ${JSON.stringify(parameters)}`);
        } catch (error) {
          expect(error).toMatchObject({
            name: 'ConfigError',
            where: expect.stringMatching(
              /^\.github\/sensitivity\.yml of the pull request, model\.parameters\./,
            ),
          });
        }
      }
    }
    expect(passed).toEqual([]);
  });

  it.each(HUBS)('sets those of the list of hub %s', (hub) => {
    const values: Record<string, unknown> = {
      stop: ['x', 'y'],
      reasoning_effort: 'low',
      verbosity: 'low',
      do_sample: true,
    };
    for (const name of hubNamed(hub).sampling) {
      const { model, notices } = judge(hub, { [name]: values[name] ?? 0.5 });
      expect(model.parameters).toEqual({ [name]: values[name] ?? 0.5 });
      expect(notices).toEqual([expect.stringContaining(`${name} goes from \`none\` to `)]);
    }
    expect(hubNamed(hub).sampling).not.toContain('logit_bias');
  });

  it('is described in the docs as it is', async () => {
    const page = await readFile('docs/keys-and-forks.md', 'utf8');
    for (const hub of HUBS) {
      const [, cell = ''] =
        new RegExp(`^\\| \`${hub}\` \\| (.*?)(?:, where .*)? \\|$`, 'm').exec(page) ?? [];
      expect({ hub, names: [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort() }).toEqual(
        {
          hub,
          names: [...hubNamed(hub).sampling].sort(),
        },
      );
    }
  });

  it('leaves what it does not change, whatever that is and in whatever order of keys', () => {
    const { model, notices } = judge(
      'openai',
      { response_format: { a: 1, b: 2 }, temperature: 'odd' },
      { temperature: 'odd', response_format: { b: 2, a: 1 } },
    );
    expect(notices).toEqual([]);
    expect(model.parameters).toMatchObject({ temperature: 'odd' });
  });

  it("may take back what it may set, and nothing else of the base's", () => {
    expect(judge('openai', {}, { max_tokens: 5 }).notices).toEqual([
      'Judged as the pull request has it: max_tokens goes from `5` to `none`.',
    ]);
    expect(() => judge('openai', {}, { max_tokens: 5, tools: [] })).toThrow(
      'changes `"tools"`, which a head judged by the base',
    );
  });

  it('is judged by the rules of the base: hub, endpoint and tests are its', () => {
    const rules = configWith({ base_url: 'https://base.example/v1', timeout: 5 });
    const head = configWith({
      hub: 'huggingface',
      name: 'theirs',
      base_url: 'https://head.example/v1',
      timeout: 6,
      system_prompt: 'Be brief.',
      prompt: 'Say: {text}',
    });
    const { notices, ...judged } = judgedBy(rules, head);
    expect({ ...judged, notices: [] }).toEqual({
      ...rules,
      places: head.places,
      template: 'Say: {text}',
      prompts: { prompt: { text: 'Say: {text}' }, system_prompt: { text: 'Be brief.' } },
      model: { ...rules.model, name: 'theirs', system_prompt: 'Be brief.' },
    });
    expect(notices).toEqual([
      'Judged as the pull request has it: the model goes from `"a-model"` to `"theirs"`.',
      'Judged as the pull request has it: another system prompt and another prompt.',
    ]);
  });

  it('cannot push one change out of sight by another: each has a sentence, its values cut', () => {
    const { notices } = judge('openai', { stop: 'x'.repeat(10_000), temperature: 1 });
    expect(notices).toHaveLength(2);
    for (const notice of notices) expect(notice.length).toBeLessThan(200);
  });
});
