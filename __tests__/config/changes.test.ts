import {
  changedKeys,
  changedRules,
  changedSubject,
  withSubject,
} from '../../src/config/changes.ts';
import { recordsIn } from '../support/oracle.ts';
import { LANGTEST_INPUTS, ours, read, withModel } from './support.ts';

const base = ours('add_negation: {}');
const RULES = recordsIn<[text: string, paths: string[]]>(
  '__tests__/config/data/changed-rules.jsonl',
);

it.each(RULES)('the changed rules of %j', async (text, paths) => {
  const changes = changedRules(await read(base), await read(text));
  expect(changes.map(({ path }) => path)).toEqual(paths);
});

it.each([
  ['model.name', 'name: m', 'name: n'],
  ['model.hub', 'hub: openai', 'hub: google'],
  ['model.base_url', 'name: m', 'name: m, base_url: "https://n.example/v1"'],
  ['tests.sensitivity.add_negation.data.source', 'a.csv', 'b.csv'],
  ['budget.max_requests', 'data:', 'budget: { max_requests: 1 }\ndata:'],
])('%s is listed, although an input overrides it', async (path, old, now) => {
  const overrides = { ...LANGTEST_INPUTS, baseUrl: 'https://m.example/v1', maxRequests: 9 };
  const head = await read(base.replace(old, now), { overrides });
  expect(changedRules(await read(base, { overrides }), head)).toMatchObject([
    { path, place: expect.any(String) },
  ]);
});

it('the threshold of a LangTest file is a rule', async () => {
  const threshold = (ends: string) =>
    read(`tests: { sensitivity: { add_negation: { threshold: ${ends} } } }\n`, {
      overrides: LANGTEST_INPUTS,
    });
  const changes = changedRules(await threshold('[-0.1, 0.1]'), await threshold('[-0.01, 0.01]'));
  expect(changes.map(({ path }) => path)).toEqual(['tests.sensitivity.add_negation.threshold']);
});

it('old is of the base and new of the head, and no column is not the column null', async () => {
  const columns = (answer: string) =>
    read(base.replace('a.csv', `a.csv, columns: { answer: ${answer} }`));
  expect(changedRules(await columns('null'), await columns('"null"'))).toMatchObject([
    { path: 'tests.sensitivity.add_negation.data.columns.answer', old: null, new: 'null' },
  ]);
});

it('a name with a dot hides no change of the path that it looks like', async () => {
  const judge = (parameters: object) =>
    read(`${base}judge: ${JSON.stringify({ name: 'j', parameters })}`);
  const changes = changedRules(
    await judge({ a: { b: 1 } }),
    await judge({ a: { b: 2 }, 'a.b': 1 }),
  );
  expect(changes).toHaveLength(2);
});

it('a time limit of the judge is listed, although it is the default of a model', async () => {
  const judge = (keys: string) => read(`${base}judge: { name: j${keys} }`);
  expect(changedRules(await judge(''), await judge(', timeout: 120'))).toHaveLength(1);
});

it('the deleted section model is a change of the dialect', async () => {
  const overrides = { hub: 'reference', model: 'm', data: 'a.csv' };
  const langTest = await read('tests: { sensitivity: { add_negation: {} } }', { overrides });
  const changes = changedRules(await read(base), langTest);
  expect(changes).toContainEqual({ path: 'dialect', old: 'ours', new: 'langtest' });
});

const PROMPT = withModel(
  'prompt_file: p.md, parameters: { seed: 1 }, variables: { help: { file: h.md } }',
);
const subject = (text: string, prompt = '{text}') =>
  read(text, { files: { 'p.md': prompt, 'h.md': 'Help.' } });

it('the changed subject has the model by key, and texts by their files', async () => {
  const now = PROMPT.replace('name: m', 'name: n, timeout: 9').replace('seed: 1', 'seed: 2');
  const head = await subject(now, 'Q: {text}');
  expect(changedSubject(await subject(PROMPT), head)).toEqual([
    { path: 'model.name', old: 'm', new: 'n' },
    { path: 'model.parameters.seed', old: 1, new: 2 },
    { path: 'p.md', old: '{text}', new: 'Q: {text}' },
  ]);
  expect(changedSubject(await subject(PROMPT), await subject(PROMPT))).toEqual([]);
  const { subject: without } = await subject(PROMPT.replace('seed: 1', ''));
  expect(changedKeys(head.subject, without)).toEqual([]);
});

it('an empty mapping is a change, and so is an exchange of two files', async () => {
  const texts = { files: { 'a.md': 'A', 'b.md': 'B' } };
  const variables = (a: string, b: string) =>
    `variables: { a: { file: ${a}.md }, b: { file: ${b}.md } }, prompt: "{a}{b}{text}"`;
  const pathsOf = async (old: string, now: string) =>
    changedSubject(await read(withModel(old), texts), await read(withModel(now), texts)).map(
      ({ path }) => path,
    );
  expect(await pathsOf('parameters: {}', 'parameters: { search: {} }')).toEqual([
    'model.parameters.search',
  ]);
  expect(await pathsOf(variables('a', 'b'), variables('b', 'a'))).toEqual(['b.md', 'a.md']);
});

it.each(['model', 'model.base_url', '__proto__'])(
  'a file named %s hides no change of a key, nor one of its text',
  async (file) => {
    const pathsOf = async (...sides: [address: string, text: string][]) => {
      const [old, now] = await Promise.all(
        sides.map(([address, text]) =>
          read(withModel(`base_url: "https://${address}", system_prompt_file: ${file}`), {
            files: { [file]: text },
          }),
        ),
      );
      return changedSubject(old!, now!).map(({ path }) => path);
    };
    expect(await pathsOf(['a.example', 'A'], ['b.example', 'A'])).toEqual(['model.base_url']);
    expect(await pathsOf(['a.example', 'A'], ['a.example', 'B'])).toEqual([file]);
  },
);

it('the same texts in files of other names are no change', async () => {
  const prompts = (one: string, other: string) =>
    read(withModel(`prompt_file: ${one}, system_prompt_file: ${other}`), {
      files: { [one]: '{text}', [other]: 'Be brief.' },
    });
  const changes = changedSubject(await prompts('a.md', 'b.md'), await prompts('b.md', 'a.md'));
  expect(changes).toEqual([]);
});

it('the digest covers the file and the texts that it names', async () => {
  const { sha256 } = await subject(PROMPT);
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  expect((await subject(PROMPT)).sha256).toBe(sha256);
  expect((await subject(PROMPT, 'Q: {text}')).sha256).not.toBe(sha256);
});

it('a subject of another side keeps the time limits of the rules', async () => {
  const rules = await read(base.replace('name: m', 'name: m, timeout: 5'));
  const head = await subject(PROMPT);
  expect(withSubject(rules, head)).toMatchObject({
    rules: rules.rules,
    subject: { model: { timeout: 5 }, texts: { prompt: { file: 'p.md' } } },
  });
});

it('a subject that shows a column which the rules do not fill is an error at its prompt', async () => {
  const head = await read(
    withModel('prompt: "{text} {help}"').replace('a.csv', 'a.csv, columns: { fill: [help] }'),
  );
  const rules = await read(base);
  expect(() => withSubject(rules, head)).toThrow(/model\.prompt.*help/);
});

it('a rule has the place of its key, also where it stands for all tests', async () => {
  const config = await read(`${base}evaluation: { margin: 0.1 }`);
  const places = [
    'seed',
    'tests.sensitivity.add_negation',
    'tests.sensitivity.add_negation.margin',
    'tests.sensitivity.add_negation.data.source',
  ];
  expect(places.map(config.placeOf)).toEqual([undefined, 'f.yml:3:25', 'f.yml:4:15', 'f.yml:2:9']);
});
