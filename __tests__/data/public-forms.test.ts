import type { Columns } from '../../src/data/index.ts';
import { fault, load } from './support.ts';

/** One hand-made row with the shape of a public set, and how it is read. */
const read = async (row: object, columns: Columns) => {
  const { samples } = await load('q.jsonl', JSON.stringify(row), { columns, reads: 'keys' });
  return samples[0]!;
};

describe('sets as they are published', () => {
  it('BoolQ: a passage, a question and a truth', async () => {
    const row = { passage: 'Rain falls.', question: 'is rain wet', answer: true };
    const columns = { text: '{passage}\n{question}?', truth: 'answer', answer: null };
    expect(await read(row, columns)).toMatchObject({
      text: 'Rain falls.\nis rain wet?',
      truth: true,
      context: [[0, 11]],
    });
  });

  it('SQuAD: an answer in words below a path', async () => {
    const row = {
      id: 's-1',
      context: 'Rain falls in May.',
      question: 'When?',
      answers: { text: ['in May', 'May'], answer_start: [11, 14] },
    };
    expect(await read(row, {})).toMatchObject({ text: 'When?', id: 's-1' });
    expect(await read(row, { text: 'answers.text.1' })).toMatchObject({ text: 'May' });
  });

  it.each([
    [['A', 'B', 'C'], 'C', 'A. stone\nB. cloud\nC. horse', ['C']],
    [['1', '2', '3'], '3', '1. stone\n2. cloud\n3. horse', ['3']],
    [[1, 2, 3], 3, '1. stone\n2. cloud\n3. horse', ['3']],
    [['C', 'B', 'A'], 'A', 'C. stone\nB. cloud\nA. horse', ['A']],
    [['c', 'b', 'a'], 'a', 'C. stone\nB. cloud\nA. horse', ['A']],
    [['2', '3', '1'], '1', '2. stone\n3. cloud\n1. horse', ['1']],
  ])('ARC: labels %j bind the key %j', async (label, answerKey, options, answer) => {
    const columns = { options: 'choices', answer: 'answerKey' };
    const choices = { text: ['stone', 'cloud', 'horse'], label };
    expect(await read({ question: 'Q?', choices, answerKey }, columns)).toMatchObject({
      options,
      answer,
    });
  });

  it('ARC: a label goes before an option of that text', async () => {
    const choices = { text: ['3', '1', '2'], label: ['1', '2', '3'] };
    const columns = { options: 'choices', answer: 'answerKey' };
    expect(await read({ question: 'Q?', choices, answerKey: '3' }, columns)).toMatchObject({
      options: '1. 3\n2. 1\n3. 2',
      answer: ['3'],
    });
  });

  it('ARC: labels that are none are an error', async () => {
    for (const [label, what] of [
      [['x', 'y'], 'has the labels `"x"`, `"y"`'],
      [['A', 'A'], 'has the labels `"A"`, `"A"`'],
      [['A', 'C'], 'has the labels `"A"`, `"C"`'],
      [['A'], 'has 1 labels for 2 options'],
    ] as const) {
      const choices = { text: ['stone', 'horse'], label };
      const row = JSON.stringify({ question: 'Q?', choices });
      expect(await fault(load('q.jsonl', row, { columns: { options: 'choices' } }))).toMatchObject({
        where: 'q.jsonl:1',
        message: `The column \`"choices"\` ${what}.`,
      });
    }
  });

  it('CommonsenseQA: choices as a list of labels and texts, below the question', async () => {
    const row = {
      answerKey: 'B',
      question: {
        stem: 'Where do fish live?',
        choices: [
          { label: 'A', text: 'sky' },
          { label: 'B', text: 'sea' },
        ],
      },
    };
    const columns = { text: 'question.stem', options: 'question.choices', answer: 'answerKey' };
    expect(await read(row, columns)).toMatchObject({
      text: 'Where do fish live?',
      options: 'A. sky\nB. sea',
      answer: ['B'],
    });
  });

  it('MMLU and HellaSwag: the answer is a position, a number or a text', async () => {
    for (const answer of [2, '2', [2], '[2]']) {
      const row = { question: 'Q?', choices: ['1', '2', '3'], answer };
      expect(await read(row, { options: 'choices', answer_index: 'answer' })).toMatchObject({
        answer: ['C'],
        negated_answer: ['A', 'B'],
      });
      expect(
        await read(row, { options: 'choices', answer_index: { column: 'answer', first: 1 } }),
      ).toMatchObject({ answer: ['B'] });
    }
    const hellaSwag = { ctx: 'He runs and', endings: ['falls', 'flies'], label: '1' };
    const columns = { text: 'ctx', options: 'endings', answer_index: 'label' };
    expect(await read(hellaSwag, columns)).toMatchObject({ answer: ['B'] });
    // The test split has no labels.
    expect((await read({ ...hellaSwag, label: '' }, columns)).answer).toBeUndefined();
  });

  it.each([3, -1, 1.5, 'C', null, ['x']])('a position %j is an error', async (answer) => {
    const rows = [
      { question: 'Q?', choices: ['a', 'b', 'c'], answer: 0 },
      { question: 'R?', choices: ['a', 'b', 'c'], answer: answer ?? [null] },
    ];
    const content = rows.map((row) => JSON.stringify(row)).join('\n');
    const columns = { options: 'choices', answer_index: 'answer' };
    expect(await fault(load('q.jsonl', content, { columns, reads: 'keys' }))).toMatchObject({
      where: 'q.jsonl:2',
      message: expect.stringMatching(/^The column `"answer"` holds .+, not a position\.$/),
      remedy: expect.stringContaining('Allowed is a whole number from 0 to 2.'),
    });
  });

  it('a row draws the same half by its position, whether or not the key is kept', async () => {
    const content = Array.from({ length: 30 }, (_, at) =>
      JSON.stringify({ question: `Q ${at}?`, choices: ['a', 'b', 'c'], answer: at % 3 }),
    ).join('\n');
    const options = { limit: 8, columns: { options: 'choices', answer_index: 'answer' } };
    const keyed = await load('q.jsonl', content, { ...options, reads: 'keys' });
    const halved = await load('q.jsonl', content, { ...options, reads: 'half' });
    expect(halved.samples.map(({ text }) => text)).toEqual(keyed.samples.map(({ text }) => text));
  });

  it('TruthfulQA: marks beside the choices', async () => {
    const row = {
      question: 'Q?',
      mc1_targets: { choices: ['no', 'yes', 'maybe'], labels: [0, 1, 0] },
    };
    const columns = { options: 'mc1_targets.choices', answer: 'mc1_targets.labels' };
    expect(await read(row, columns)).toMatchObject({
      options: 'A. no\nB. yes\nC. maybe',
      answer: ['B'],
    });
    expect(
      await fault(load('q.jsonl', JSON.stringify(row), { columns: { options: 'mc1_targets' } })),
    ).toMatchObject({
      message:
        'The column `"mc1_targets"` holds an object, not options: name its list by a path that ends in `"choices"`, `"labels"`.',
    });
  });

  it('a table holds the same as JSON in its cells', async () => {
    const content =
      'question,choices,answerKey\nQ?,"{""text"": [""stone"", ""horse""], ""label"": [""B"", ""A""]}",A\n';
    const columns = { options: 'choices', answer: 'answerKey' };
    const { samples } = await load('q.csv', content, { columns, reads: 'keys' });
    expect(samples).toMatchObject([{ options: 'B. stone\nA. horse', answer: ['A'] }]);
    const byPath = await load('q.csv', content, { columns: { options: 'choices.text' } });
    expect(byPath.samples).toMatchObject([{ options: 'A. stone\nB. horse' }]);
  });
});

describe('options in columns of their own', () => {
  const TABLE = 'question,A,B,C,answer\nOne?,x,y,z,B\nTwo?,x,y,,A\n';
  const options = async (listed: readonly string[], content = TABLE) => {
    const given = { columns: { options: listed }, reads: 'keys' as const };
    return (await load('q.csv', content, given)).samples.map((sample) => sample.options);
  };

  it('are listed by name, or as templates; a row may have fewer', async () => {
    expect(await options(['A', 'B', 'C'])).toEqual(['A. x\nB. y\nC. z', 'A. x\nB. y']);
    expect(await options(['{B}!', '{A} {B}'])).toEqual(['A. y!\nB. x y', 'A. y!\nB. x y']);
    expect(await options(['a', 'b', 'c'])).toEqual(['A. x\nB. y\nC. z', 'A. x\nB. y']);
  });

  it('that are no columns are the options of every row', async () => {
    expect(await options(['Yes', 'No'], 'question,yes,answer\nOne?,1,Yes\n')).toEqual([
      'A. Yes\nB. No',
    ]);
    expect(await options(['{1, 2}', '{3}'], 'question,answer\nOne?,A\n')).toEqual([
      'A. {1, 2}\nB. {3}',
    ]);
  });

  it.each([[['A', 'B', 'D']], [['{A}', '{D}']], [['A', 'none of them']]])(
    'of which some are columns are an error: %j',
    async (listed) => {
      const found = await fault(
        load('q.csv', TABLE, {
          columns: { options: listed },
          columnPlaces: { options: 'c.yml:3:7' },
        }),
      );
      expect(found).toMatchObject({
        where: 'c.yml:3:7',
        message: expect.stringMatching(
          /^data\.columns\.options lists .+ of the data and `".+"`, which/,
        ),
        remedy: expect.stringContaining('has the columns `"question"`, `"A"`, `"B"`, `"C"`'),
      });
    },
  );
});

describe('a whole number beside options that are numbers', () => {
  it.each([
    ['q.jsonl', '{"question":"Q?","options":["1","2","3","4"],"answer":2}', '"B. 2"', '"C. 3"', 0],
    ['q.jsonl', '{"question":"Q?","options":[3,1,4,2],"answer":4}', '"C. 4"', '"D. 2"', 1],
    ['q.csv', 'question,options,answer\nQ?,1 | 2 | 3,2\n', '"B. 2"', '"C. 3"', 0],
  ])('%s: %s names both readings', async (name, content, text, position, first) => {
    expect(await fault(load(name, content, { reads: 'keys' }))).toMatchObject({
      message: expect.stringContaining(
        `which may be \`${text}\` by its text, or \`${position}\` by its position from ${first}`,
      ),
      remedy: expect.stringContaining('data.columns.answer_index: answer (counted from 0)'),
    });
  });

  it('is a text where it is written as one, or can be no position', async () => {
    const row = { question: 'Q?', options: ['1', '2', '3'] };
    expect((await read({ ...row, answer: '2' }, {})).answer).toEqual(['B']);
    const years = { question: 'Q?', options: ['1900', '1950'] };
    expect((await read({ ...years, answer: 1950 }, {})).answer).toEqual(['B']);
  });
});

it.each([
  ['sides', { should: 'refuse', expect: 'same' }],
  ['keys', { truth: true, expect: 'same' }],
] as const)('a constant stands for a column in every row: %s', async (reads, constants) => {
  const content = '{"text":"One.","should":"answer"}\n{"text":"Two."}\n"Three."\n';
  const columns = Object.fromEntries(
    Object.entries(constants).map(([role, value]) => [role, { value }]),
  );
  const { samples } = await load('q.jsonl', content, { reads, columns });
  expect(samples).toMatchObject(['One.', 'Two.', 'Three.'].map((text) => ({ text, ...constants })));
});
