import { cellAssertion } from '../../src/convert/promptfoo/cell.ts';
import { converting } from './converting.ts';

/** A file of two questions, with these assertions for the first, and for all. */
const asking = (first: string, all = '[]') => `providers: [openai:gpt-4o]
prompts: ['{{question}}']
defaultTest: { assert: ${all} }
tests:
  - vars: { question: Where is it? }
    assert: ${first}
  - vars: { question: When is it? }
`;
const sensitivity = (config: Record<string, unknown>) =>
  (config.tests as { sensitivity: Record<string, unknown> }).sensitivity;

describe('what is right becomes an answer in words', () => {
  it.each([
    ['[{ type: equals, value: In Rome }]', 'In Rome'],
    ['[{ type: icontains, value: rome }]', 'rome'],
    ['[{ type: starts-with, value: 12 }]', '12'],
    ['[{ type: contains, value: "{{place}}" }]', undefined],
    ['[{ type: contains-any, value: [Rome, Roma] }]', ['Rome', 'Roma']],
    ['[{ type: factuality, value: It is in Rome }]', 'It is in Rome'],
    ['[{ type: contains, value: "{" }]', undefined],
    ['[{ type: contains }]', undefined],
    ['[{ type: contains, value: file://answer.txt }]', undefined],
    ['[{ type: contains-all, value: [a, b] }]', undefined],
    ['[{ type: similar, value: In Rome }]', undefined],
    ['[{ type: javascript, value: "output.length < 3" }]', undefined],
    ['[{ type: latency, threshold: 100 }]', undefined],
    ['[{ type: assert-set, assert: [{ type: equals, value: x }] }]', undefined],
    ['[17]', undefined],
  ])('%s', async (assert, answer) => {
    const { config, data, answers, left } = await converting(asking(assert));
    const isTaken = answer !== undefined;
    expect(data).toEqual([{ text: 'Where is it?' }, { text: 'When is it?' }]);
    expect(answers).toEqual(isTaken ? [{ text: 'Where is it?', answer }] : []);
    expect(Object.hasOwn(sensitivity(config), 'answers')).toBe(isTaken);
    expect(left).toEqual(isTaken ? [] : [expect.stringMatching(/^source\.yaml:6:14 assert [a-z]/)]);
  });

  it('a second one is named, and so is a key beside it', async () => {
    const made = await converting(
      asking('[{ type: equals, value: Rome, weight: 2 }, { type: contains, value: Italy }]'),
    );
    expect(made.answers).toEqual([{ text: 'Where is it?', answer: 'Rome' }]);
    expect(made.left).toEqual([
      'source.yaml:6:14 assert equals: weight',
      'source.yaml:6:56 assert contains',
    ]);
  });
});

describe('what holds for all tests becomes a rule', () => {
  it('from defaultTest, in the words of the rubric; no more than ten, and none too long', async () => {
    const all = [
      '{ type: llm-rubric, value: "Is\n  polite" }',
      '{ type: not-icontains, value: sorry }',
      '{ type: not-contains-any, value: [a, b] }',
      '{ type: not-llm-rubric, value: speaks of rivals }',
      `{ type: llm-rubric, value: ${'long '.repeat(101)}}`,
      '{ type: llm-rubric, value: "Speaks of {{question}}" }',
      '{ type: llm-rubric, value: "{% if x %}y{% endif %}" }',
      '{ type: cost, threshold: 1 }',
      ...Array.from({ length: 7 }, (_, i) => `{ type: llm-rubric, value: Keeps ${i} }`),
    ];
    const { config, left } = await converting(asking('[]', `[${all.join(', ')}]`));
    expect(sensitivity(config)).toEqual({
      add_toxic_words: { min_pass_rate: 0.95 },
      rules: {
        min_pass_rate: 0.95,
        rules: [
          'Is polite',
          'Never says "sorry".',
          'Never says "a" or "b".',
          'This is never so: speaks of rivals',
          ...[0, 1, 2, 3, 4, 5].map((i) => `Keeps ${i}`),
        ],
      },
    });
    expect(left.map((line) => line.replace(/^\S+ /, '')).sort()).toEqual([
      'assert cost',
      ...Array.from({ length: 4 }, () => 'assert llm-rubric'),
    ]);
  });

  it('a rubric of every test is one, that of some is named with its place', async () => {
    const some = asking('[{ type: llm-rubric, value: Is polite }]');
    const made = await converting(some);
    expect(sensitivity(made.config)).not.toHaveProperty('rules');
    expect(made.left).toEqual(['source.yaml:6:14 assert llm-rubric']);
    const every = await converting(
      `${some}    assert: [{ type: llm-rubric, value: Is polite }, { type: not-contains, value: ugh }]\n`,
    );
    expect(sensitivity(every.config)).toMatchObject({ rules: { rules: ['Is polite'] } });
    expect(every.left).toEqual(['source.yaml:8:54 assert not-contains']);
  });

  it('the only test of a file says nothing of others', async () => {
    const { left } = await converting(
      'prompts: ["{{q}}"]\ntests: [{ vars: { q: Why? }, assert: [{ type: llm-rubric, value: Is polite }] }]\n',
    );
    expect(left).toContain('source.yaml:2:39 assert llm-rubric');
  });

  it('templates of assertions and a shared test in a file are read', async () => {
    const { config, data, left } = await converting(
      `prompts: ['{{question}}']
defaultTest: file://shared.yaml
tests: [{ vars: { question: Where? }, assert: [{ $ref: '#/assertionTemplates/there' }] }]
assertionTemplates: { there: { type: contains, value: There } }
`,
      {
        files: {
          'shared.yaml':
            'assert:\n  - { type: llm-rubric, value: Is kind }\n  - { type: python, value: x }\noptions: { prefix: Hi }\n',
        },
      },
    );
    expect(data).toEqual([{ text: 'Where?', answer: 'There' }]);
    expect(sensitivity(config)).toMatchObject({ rules: { rules: ['Is kind'] } });
    expect(left).toEqual([
      'quiz/shared.yaml:1:1 defaultTest.options',
      'quiz/shared.yaml:3:5 assert python',
      'source.yaml model',
    ]);
  });
});

describe('prompts', () => {
  it('a text file is divided at lines of three dashes: the first is taken, the others are named', async () => {
    const files = {
      'prompts.txt': '\nBriefly: {{question}}\n---\n\nAs a pirate: {{question}}\n---\n---\n',
      'more/a.md': 'One\n---\n{{question}}',
      'more/b.md': '{{question}}',
    };
    const { config, left } = await converting(
      'providers: [openai:m]\nprompts: [file://prompts.txt, more/*.md]\ntests: [{ vars: { question: Why? } }]\n',
      { files },
    );
    expect(config.model).toEqual({ hub: 'openai', name: 'm', prompt: 'Briefly: {text}' });
    expect(left).toEqual([
      'quiz/prompts.txt:5 prompt "As a pirate: {{question}}"',
      'source.yaml:2:31 prompt "more/a.md"',
      'source.yaml:2:31 prompt "more/b.md"',
    ]);
  });

  it('a file whose placeholders mean the same here is named; one that cannot be read is passed over', async () => {
    const files = {
      'loop.txt': '{% for x in y %}{{question}}{% endfor %}',
      'ask.txt': 'From {{context}}\n{{question}}\n',
      'chat.json': '[{"role": "system", "content": {{ sys | dump }} }]',
    };
    const { config, left } = await converting(
      'providers: [openai:m]\nprompts: [file://loop.txt, file://chat.json, file://ask.txt]\ntests:\n' +
        '  - { vars: { question: Why?, context: a } }\n  - { vars: { question: Who?, context: b } }\n',
      { files },
    );
    expect(config).toMatchObject({
      model: { prompt_file: 'quiz/ask.txt' },
      data: { columns: { fill: ['context'] } },
    });
    expect(config.model).toMatchObject({ prompt: undefined });
    expect(left).toEqual([
      'source.yaml:2:11 prompt "file://loop.txt"',
      'source.yaml:2:28 prompt "file://chat.json"',
    ]);
  });

  it('a system prompt is filled too; a name that has a role here gets another', async () => {
    const { config, data, left } = await converting(
      `providers: [openai:m]
prompts:
  - '[{"role": "system", "content": "Speak {{language}} {a}."}, {"role": "user", "content": "{{input}} ({{id}})"}]'
tests:
  - vars: { language: [French, Thai], input: "Hello?", id: "7" }
  - vars: { language: Urdu, input: "Bye?", id: "8", unused: [a, b] }
`,
    );
    expect(config).toMatchObject({
      model: { system_prompt: 'Speak {language} {{a}}.', prompt: '{text} ({given_id})' },
      data: { columns: { fill: ['given_id', 'language'] } },
    });
    expect(data.map(({ text, language }) => `${text} ${String(language)}`)).toEqual([
      'Hello? French',
      'Hello? Thai',
      'Bye? Urdu',
      'Bye? Urdu',
    ]);
    expect(left).toEqual([]);
  });

  it('which variable is the text is said where it is a guess', async () => {
    const { data, left } = await converting(
      `providers: [openai:m]
prompts: ['Tell {{name}} about {{topic}} from {{document}}']
tests:
  - vars: { name: Ann, topic: rain, document: Rain falls. }
  - vars: { name: Ann, topic: snow, document: Snow falls. }
`,
    );
    expect(data[0]).toEqual({ text: 'rain', document: 'Rain falls.' });
    expect(left).toEqual(['source.yaml:4:5 the variable topic']);
  });

  it('documents in files are read; one that is the same everywhere is named', async () => {
    const files = { 'docs/a.md': 'Rain.\n', 'docs/b.md': 'Snow.\n', 'house.txt': 'Be kind.' };
    const { config, data, left } = await converting(
      `providers: [openai:m]
prompts: ['{{house}} {{context}} {{query}}']
defaultTest: { vars: { house: file://house.txt } }
tests:
  - vars: { query: What falls?, context: file://docs/a.md }
  - vars: { query: What lies?, context: file://docs/b.md }
  - vars: { query: What runs?, context: file://docs/c.py }
`,
      { files },
    );
    expect(config.model).toMatchObject({ variables: { house: { file: 'quiz/house.txt' } } });
    expect(data).toEqual([
      { text: 'What falls?', context: 'Rain.' },
      { text: 'What lies?', context: 'Snow.' },
    ]);
    expect(left).toEqual(['source.yaml:7:5 the test (vars.context)']);
  });
});

describe('files of tests', () => {
  it('globs are read; columns that change how a row is asked are named', async () => {
    const files = {
      'part/a.yaml': '- vars: { question: Where? }\n  assert: [{ type: equals, value: Here }]\n',
      'part/b.yaml': 'vars: { question: When? }\nassert: { type: regex, value: x }\n',
      'tests.csv':
        'question,__expected,__expected2,__description,__prefix\nWho?,grade: is kind,similar(0.8): I,d,Hi\n',
    };
    const { data, answers, left } = await converting(
      'prompts: ["{{question}}"]\nproviders: [openai:m]\ntests: [part/*.yaml, file://tests.csv, tests.xlsx]\n',
      { files },
    );
    expect(data).toEqual([{ text: 'Where?' }, { text: 'When?' }, { text: 'Who?' }]);
    expect(answers).toEqual([{ text: 'Where?', answer: 'Here' }]);
    expect(left.sort()).toEqual([
      'quiz/part/b.yaml:2:9 assert regex',
      'source.yaml:3:40 tests "tests.xlsx"',
      'tests.csv:2 assert llm-rubric',
      'tests.csv:2 assert similar',
      'tests.csv:2 the column __prefix',
    ]);
  });

  it('what all tests share is bounded, and the first provider that can be asked is taken', async () => {
    const many = JSON.stringify(Array.from({ length: 201 }, () => ({ type: 'is-json' })));
    const { config, left } = await converting(
      `prompts: ['{{question}}']\nproviders: [echo, openai:a, openai:b]\ndefaultTest: { assert: ${many} }\ntests: [{ vars: { question: Why? } }]\n`,
    );
    expect(config.model).toMatchObject({ name: 'a' });
    expect(left).toEqual([
      'source.yaml:2:13 provider echo',
      'source.yaml:2:29 provider "openai:b"',
      'source.yaml:3:14 defaultTest',
    ]);
  });

  it('lists of variables make at most a hundred tests', async () => {
    const list = JSON.stringify(Array.from({ length: 11 }, (_, i) => `v${i}`));
    const { data, left } = await converting(
      `prompts: ['{{question}} {{b}}']\nproviders: [openai:m]\ntests: [{ vars: { question: ${list}, b: ${list} } }]\n`,
    );
    expect(data).toEqual([]);
    expect(left).toEqual(['source.yaml:3:9 the test (vars.b)']);
  });

  it.each([
    ['Paris', { type: 'equals', value: 'Paris' }],
    ['Note: read it', { type: 'equals', value: 'Note: read it' }],
    ['answer: 42', { type: 'equals', value: 'answer: 42' }],
    ['python', { type: 'equals', value: 'python' }],
    ['icontains: Paris', { type: 'icontains', value: 'Paris' }],
    ['not-contains-any: a, b', { type: 'not-contains-any', value: ['a', 'b'] }],
    ['similar(0.8): x', { type: 'similar', value: 'x' }],
    ['fn: output', { type: 'javascript', value: 'output' }],
    ['grade: is kind', { type: 'llm-rubric', value: 'is kind' }],
    ['not-is-refusal', { type: 'not-is-refusal', value: undefined }],
  ])('the cell %j', (cell, assertion) => {
    expect(cellAssertion(cell)).toEqual(assertion);
  });
});
