import { converting } from './converting.ts';

const lines = (...rows: unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
/** The tests where some rows have no answer. */
const SOME = {
  add_toxic_words: { min_pass_rate: 0.95 },
  answers: { min_pass_rate: 0.85, data: { source: 'evals/sensitivity-answers.jsonl' } },
};
const OPEN = { add_toxic_words: { min_pass_rate: 0.95 }, answers: { min_pass_rate: 0.85 } };

describe('OpenAI Evals', () => {
  it('items: columns by their usual names', async () => {
    const made = await converting(
      lines(
        {
          item: {
            question: 'Which of these is a fruit?',
            options: ['granite', 'apple', 'chair'],
            answer: 'B',
          },
        },
        {
          item: {
            question: 'Which of these is a metal?',
            options: ['iron', 'apple', 'chair'],
            answer: 'iron',
          },
        },
        { item: { statement: 'Grass is red.', label: false } },
        { item: { other: 'x' } },
        { item: { question: '  ' } },
        'text',
      ),
      { name: 'rows.jsonl', model: 'm' },
    );
    expect(made.data).toEqual([
      {
        text: 'Which of these is a fruit?',
        options: 'A. granite\nB. apple\nC. chair',
        answer: 'B',
      },
      { text: 'Which of these is a metal?', options: 'A. iron\nB. apple\nC. chair', answer: 'A' },
      { text: 'Grass is red.', truth: false },
    ]);
    expect(made.left).toEqual([
      'rows.jsonl:4 the row',
      'rows.jsonl:5 the row',
      'rows.jsonl:6 the row',
    ]);
  });

  it('samples: options that end the question, one system prompt, answers to open questions', async () => {
    const asked = (user: string, system = 'Be {brief}.') => [
      { role: 'system', content: system },
      { role: 'user', content: [{ type: 'text', text: user }] },
    ];
    const made = await converting(
      lines(
        { input: asked('What is the capital of France?\nA) London\nB) Paris'), ideal: ['B', 'B.'] },
        { input: asked('Tell me a joke.'), ideal: 'Knock knock.' },
        { input: asked('Which gas is light?', 'Be long.'), ideal: 'B' },
        {
          input: [
            ...asked('x'),
            { role: 'assistant', content: 'y' },
            { role: 'user', content: 'z' },
          ],
          ideal: 'B',
        },
      ),
      { name: 'samples.jsonl' },
    );
    expect(made.config).toMatchObject({
      model: { hub: 'openai', name: 'YOUR-MODEL', system_prompt: 'Be {{brief}}.' },
      tests: { sensitivity: { add_negation: {}, add_toxic_words: {} } },
    });
    expect(made.data).toEqual([
      { text: 'What is the capital of France?', options: 'A) London\nB) Paris', answer: 'B' },
      { text: 'Tell me a joke.' },
    ]);
    expect(made.answers).toEqual([{ text: 'Tell me a joke.', answer: 'Knock knock.' }]);
    expect(made.left).toEqual([
      'samples.jsonl:3 the row',
      'samples.jsonl:4 the row',
      'samples.jsonl model',
    ]);
    const broken = `${lines({ item: { question: 'q' } })}{"item": {"question": }}\n`;
    await expect(converting(broken, { name: 'rows.jsonl' })).rejects.toMatchObject({
      name: 'DataError',
      where: 'rows.jsonl:2:23',
    });
  });

  it('ideal becomes the answer, several are a list', async () => {
    const made = await converting(
      lines(
        { input: [{ role: 'user', content: 'How long?' }], ideal: '14 days' },
        { input: [{ role: 'system', content: 'What is it?' }], ideal: ['two', '2'] },
        { item: { question: 'Since when?', expected_answer: '2001', difficulty: 'hard' } },
        { item: { question: 'Why?' }, sample: {} },
      ),
      { name: 'samples.jsonl', model: 'm' },
    );
    expect(made.format).toBe('rows of OpenAI Evals');
    expect(made.config).toEqual({
      model: { hub: 'openai', name: 'm' },
      data: { source: 'evals/sensitivity.jsonl' },
      tests: { sensitivity: SOME },
    });
    expect(made.data).toEqual([
      { text: 'How long?' },
      { text: 'What is it?' },
      { text: 'Since when?' },
      { text: 'Why?' },
    ]);
    expect(made.answers).toEqual([
      { text: 'How long?', answer: '14 days' },
      { text: 'What is it?', answer: ['two', '2'] },
      { text: 'Since when?', answer: '2001' },
    ]);
    expect(made.left).toEqual(['samples.jsonl:3 the column difficulty']);
  });
});

describe('DeepEval', () => {
  const goldens = [
    { input: 'How long?', expected_output: '14 days', context: ['Returns: 14 days.', 'Open.'] },
    {
      input: 'Who pays?',
      expected_output: 'You',
      context: null,
      retrieval_context: ['You pay.'],
      actual_output: 'We do',
      expected_tools: [{ name: 'search' }],
      name: 'paying',
      source_file: 'help.md',
      comments: 'x',
    },
    { input: 'And then?', expected_output: null, context: [] },
    { scenario: 'Anna calls', turns: [] },
  ];

  it.each([
    ['goldens.jsonl', lines(...goldens), ['goldens.jsonl:1', ':2', ':3', ':4']],
    ['goldens.json', JSON.stringify(goldens, null, 1), ['goldens.json:2', ':10', ':27', ':32']],
    ['set.json', JSON.stringify({ goldens }), ['set.json#1', '#2', '#3', '#4']],
  ])(
    '%s: answers and what the bot is given',
    async (name, text, [first, second, third, fourth]) => {
      const made = await converting(text, { name, model: 'm' });
      expect(made.format).toBe('goldens of DeepEval');
      expect(made.config).toEqual({
        model: { hub: 'openai', name: 'm', prompt: '{context}\n\n{text}' },
        data: { source: 'evals/sensitivity.jsonl', columns: { fill: ['context'] } },
        tests: { sensitivity: OPEN },
      });
      expect(made.data).toEqual([
        { text: 'How long?', answer: '14 days', context: 'Returns: 14 days.\n\nOpen.' },
        { id: 'paying', text: 'Who pays?', answer: 'You', context: 'You pay.' },
      ]);
      expect(made.left).toEqual([
        `${name}${second!.replace(name, '')} the column actual_output`,
        `${name}${second!.replace(name, '')} the column expected_tools`,
        `${name}${fourth!.replace(name, '')} the row`,
        `${first} the prompt`,
        `${name}${third!.replace(name, '')} the row`,
      ]);
    },
  );

  it('a table, as DeepEval saves it', async () => {
    const made = await converting('', {
      name: 'sets/goldens.csv',
      model: 'm',
      files: {
        'goldens.csv':
          'input,actual_output,expected_output,retrieval_context,context\nHow long?,,14 days,,Open.|14 days.\n',
      },
    });
    expect(made.data).toEqual([
      { text: 'How long?', answer: '14 days', context: 'Open.|14 days.' },
    ]);
  });
});

describe('Langfuse', () => {
  const item = (input: unknown, expectedOutput: unknown, more = {}) => ({
    id: 'i1',
    datasetId: 'd',
    status: 'ACTIVE',
    input,
    expectedOutput,
    metadata: null,
    createdAt: '2026-01-01',
    ...more,
  });

  it('items: a text, a mapping or messages, with their names', async () => {
    const items = [
      item('How long?', '14 days'),
      item({ question: 'Who pays?' }, { answer: 'You' }, { id: 'i2' }),
      item({ topic: 'Which colour?' }, { role: 'assistant', content: 'Red' }, { id: 'i3' }),
      item({ messages: [{ role: 'user', content: 'Since when?' }] }, ['2001', '01'], { id: 'i4' }),
      item({ a: 'x', b: 'y' }, 'z', { id: 'i5' }),
      item('Old?', 'Yes', { status: 'ARCHIVED' }),
      item('Odd?', { a: 'x', b: 'y' }, { id: 'i7' }),
    ];
    const made = await converting(JSON.stringify({ data: items, meta: { page: 1 } }), {
      name: 'set.json',
      model: 'm',
    });
    expect(made.format).toBe('a data set of Langfuse');
    expect(made.config.tests).toEqual({ sensitivity: SOME });
    expect(made.data.map(({ id }) => id)).toEqual(['i1', 'i2', 'i3', 'i4', 'i7']);
    expect(made.answers).toEqual([
      { id: 'i1', text: 'How long?', answer: '14 days' },
      { id: 'i2', text: 'Who pays?', answer: 'You' },
      { id: 'i3', text: 'Which colour?', answer: 'Red' },
      { id: 'i4', text: 'Since when?', answer: ['2001', '01'] },
    ]);
    expect(made.left).toEqual([
      'set.json#5 the row',
      'set.json#6 the row',
      'set.json#7 the right answer',
    ]);
  });

  it('a document in metadata or input fills the prompt', async () => {
    const made = await converting(
      lines(
        { input: 'How long?', expectedOutput: '14 days', metadata: { context: '14 days.' } },
        { input: { query: 'Who pays?', documents: ['You pay.'] }, expectedOutput: 'You' },
      ),
      { name: 'set.jsonl', model: 'm' },
    );
    expect(made.data).toEqual([
      { text: 'How long?', answer: '14 days', context: '14 days.' },
      { text: 'Who pays?', answer: 'You', context: 'You pay.' },
    ]);
  });
});

it.each([
  ['messages.jsonl', lines({ messages: [] }), 'messages.jsonl:1', '["messages"]'],
  ['list.json', '[{"q": 1, "sk-key": 2}]', 'list.json:1', '["q","sk-key"]'],
  ['empty.jsonl', '\n', 'empty.jsonl', '[]'],
  ['notes.txt', '{"q": 1}\n{"q": 2}\n', 'notes.txt:1', '["q"]'],
])('%s: an unknown shape is named with its keys', async (name, text, where, keys) => {
  await expect(converting(text, { name })).rejects.toMatchObject({
    name: 'ConfigError',
    where,
    message: `the format is not known: its keys are ${keys}`,
  });
});

it('a program is not run', async () => {
  await expect(converting('x', { name: 'promptfooconfig.ts' })).rejects.toMatchObject({
    where: 'promptfooconfig.ts',
    message: 'the file is a program, and `convert` runs no programs',
  });
});
