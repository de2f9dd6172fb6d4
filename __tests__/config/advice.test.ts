import { parseConfig } from '../../src/config/rules.ts';
import { errorOf } from './config-error.ts';

const TESTS = { sensitivity: { add_negation: {} } };
const MODEL = { hub: 'openai', name: 'm' };

/** Returns the messages of all problems of a configuration, each with its place. */
function problems(value: Record<string, unknown>): string[] {
  const whole = { model: MODEL, data: { source: 'a.csv' }, tests: TESTS, ...value };
  const error = errorOf(JSON.stringify(whole));
  if (error === undefined) return [];
  return [error, ...error.others].map(({ where, message }) => `${where}: ${message}`);
}

const ofTest = (name: string, body: Record<string, unknown>) =>
  problems({ tests: { sensitivity: { [name]: body } } }).map(withoutPlace);
const ofModel = (model: Record<string, unknown>) =>
  problems({ model: { ...MODEL, ...model } }).map(withoutPlace);
const withoutPlace = (text: string) => text.replace(/^f\.yml:\d+:\d+: /, '');

describe('a key or value that a user expects elsewhere gets advice', () => {
  it('a test outside of sensitivity', () => {
    expect(problems({ tests: { add_negation: {} } })).toEqual([
      'f.yml:1:73: unknown key `"tests.add_negation"`; put it under tests.sensitivity',
    ]);
    expect(problems({ tests: undefined, add_negation: {} }).map(withoutPlace)).toContain(
      'unknown key `"add_negation"`; put it under tests.sensitivity',
    );
  });

  it.each(['api_key', 'api-key', 'openai_api_key', 'apikey'])('the key %s', (key) => {
    expect(ofModel({ [key]: 'x' })).toEqual([
      expect.stringContaining('set the input `api-key` from a secret'),
    ]);
  });

  it.each(['temperature', 'max_tokens', 'top_p', 'top_k', 'seed'])(
    'the request parameter %s',
    (key) => {
      expect(ofModel({ [key]: 1 })).toEqual([
        `unknown key \`"model.${key}"\`; put it under model.parameters: { ${key}: … }`,
      ]);
    },
  );

  it.each([
    ['Gemini', 'hub: google'],
    ['claude', 'hub: anthropic'],
    ['together-ai', 'hub: openai and base_url: https://api.together.xyz/v1'],
  ])('the hub %s', (hub, lines) => {
    expect(ofModel({ hub })).toEqual([`\`"model.hub"\` cannot be \`"${hub}"\`; write ${lines}`]);
    const inputs = { hub, model: 'm', data: 'a.csv' };
    expect(errorOf(JSON.stringify({ tests: TESTS }), inputs)?.message).toBe(
      `unknown hub \`"${hub}"\`; write ${lines}`,
    );
  });

  it('a number just above 1, which may be a slip, gets no share', () => {
    expect(ofTest('add_negation', { min_pass_rate: 1.5 })).toEqual([
      expect.stringMatching(/is too large: `1.5`; allowed: at most 1$/),
    ]);
    expect(ofTest('add_negation', { min_pass_rate: '0.5%' })).toEqual([
      expect.stringContaining('; write 0.005, a share from 0 to 1'),
    ]);
  });

  it.each(['85%', '85 %', 85])('the share %j', (min_pass_rate) => {
    expect(ofTest('add_negation', { min_pass_rate })).toEqual([
      expect.stringContaining('; write 0.85, a share from 0 to 1'),
    ]);
  });

  it('a key of another section', () => {
    expect(problems({ prompt: '{text}' }).map(withoutPlace)).toEqual([
      'unknown key `"prompt"`; it belongs under model',
    ]);
    expect(ofModel({ source: 'a.csv' })).toEqual([
      'unknown key `"model.source"`; it belongs under data',
    ]);
  });

  it('a key or parameter of other tests', () => {
    expect(ofTest('add_negation', { words: ['a'] })).toEqual([
      'unknown key `"tests.sensitivity.add_negation.words"`; it is a key of add_toxic_words, output_toxicity only',
    ]);
    expect(ofTest('add_negation', { constructor: 1 })).toEqual([
      expect.not.stringContaining('it is a key of'),
    ]);
    expect(ofTest('add_negation', { parameters: { strategy: 'start' } })).toEqual([
      expect.stringMatching(/parameters.strategy"`; it is a parameter of add_toxic_words only$/),
    ]);
    expect(ofTest('add_negation', { parameters: { verbs: 'any' } })).toEqual([
      expect.stringMatching(/parameters.verbs"`; this test has no parameters: remove the key$/),
    ]);
  });

  it('a name that examples write for a model', () => {
    for (const name of ['YOUR-MODEL', 'your-model', '<model>']) {
      expect(ofModel({ name })).toEqual([
        `\`"${name}"\` is a placeholder and not the name of a model`,
      ]);
    }
    expect(problems({ evaluation: { judge: { name: 'YOUR-JUDGE' } } }).map(withoutPlace)).toEqual([
      '`"YOUR-JUDGE"` is a placeholder and not the name of a judge',
    ]);
  });

  it('no message lists more than five keys or values', () => {
    for (const [message] of [
      ofModel({ zzzzzzzz: 1 }),
      ofTest('add_negation', { zzzzzzzz: 1 }),
      problems({ zzzzzzzz: 1 }),
    ]) {
      expect(message).toMatch(/; allowed: (?:[\w-]+, ){4}[\w-]+ and \d+ more$/);
    }
  });
});

describe('everything that is wrong at once', () => {
  it('a misspelt key and a share in percent; what only the resolved file shows waits for the next run', () => {
    const found = problems({
      model: { hub: 'openai', nam: 'm', prompt: '{text} {context}' },
      tests: {
        sensitivity: {
          add_negation: { min_pas_rate: 0.8 },
          word_order: { min_pass_rate: '85%', method: 'triplet' },
        },
      },
    });
    expect(found.map(withoutPlace)).toEqual([
      'unknown key `"model.nam"`; did you mean \'name\'?',
      'unknown key `"tests.sensitivity.add_negation.min_pas_rate"`; did you mean \'min_pass_rate\'?',
      '`"tests.sensitivity.word_order.min_pass_rate"` must be a number, not `"85%"`; write 0.85, a share from 0 to 1',
    ]);
  });

  it('a missing key stays in sight if an unknown key beside it only lists what is allowed', () => {
    expect(problems({ tests: undefined, zzzzzzzz: 1 }).map(withoutPlace)).toEqual([
      expect.stringContaining('unknown key `"zzzzzzzz"`; allowed: model, data, tests'),
      '`"tests"` is missing; write a mapping of keys',
    ]);
  });

  it('model, prompt, two tests and the data', () => {
    const found = problems({
      model: { hub: 'openai', name: 'YOUR-MODEL', prompt: 'Answer.' },
      data: {},
      tests: { sensitivity: { add_negation: { threshold: 3 }, refusal: { min_steady: 0.5 } } },
    });
    expect(found.map(withoutPlace)).toEqual([
      expect.stringContaining('is a placeholder'),
      expect.stringContaining('the sample itself is missing'),
      'no data is named',
      expect.stringContaining('`threshold`'),
      expect.stringContaining('`min_steady`'),
    ]);
  });
});

describe('prompts and their variables', () => {
  const prompt = (model: Record<string, unknown>) => {
    const whole = {
      model: { ...MODEL, ...model },
      data: { source: 'a.csv' },
      tests: { sensitivity: { add_negation: {} } },
    };
    return parseConfig(JSON.stringify(whole), 'f.yml');
  };

  it('are filled in wherever a prompt stands', () => {
    const variables = { context: 'We sell {shoes}.', tone: 'kind' };
    const config = prompt({ prompt: '{context} {text}', system_prompt: 'Be {tone}.', variables });
    expect(config.template).toBe('We sell {{shoes}}. {text}');
    expect(config.model.system_prompt).toBe('Be kind.');
    const doubled = prompt({ prompt: '{{ context }} {{ question }} {{ options }}', variables });
    expect(doubled.template).toBe('We sell {{shoes}}. {question} {options}');
  });

  it('are named if they have no value', () => {
    expect(() => prompt({ prompt: '{text} {context}' })).toThrow(
      /^`"model.prompt"`: unknown placeholder `"\{context\}"` \(give it a value under model.variables/,
    );
  });
});

it.each([
  ['system_prompt: "Answer from {{documents}}.", prompt: "{text}"', '"{{documents}}"'],
  ['prompt: "We sell {{shoes}}. {text}"', '"{{shoes}}"'],
  ['prompt: "{{ shoes }} {{ text }}", variables: { shoes: boots }', undefined],
  ['prompt: "Write {{\\"a\\": 1}}. {text}"', undefined],
])('a name in double braces that nothing fills has a notice: %s', (prompts, token) => {
  const { notices } = parseConfig(
    `model: { hub: openai, name: m, ${prompts} }\ndata: { source: a.csv }\ntests: { sensitivity: { refusal: {} } }\n`,
    'c.yml',
  );
  expect(notices).toEqual(
    token === undefined ? [] : [expect.stringContaining(`nothing fills \`${token}\``)],
  );
});
