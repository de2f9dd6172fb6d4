import { describe, expect, it } from '@jest/globals';
import { converting, leftOut } from '../../support/converting.js';

const EVAL = {
  object: 'eval',
  id: 'eval_1',
  name: 'Trivia',
  data_source_config: { type: 'custom', schema: { type: 'object' } },
  testing_criteria: [
    { type: 'string_check', name: 'Letter', input: '{{ sample.output_text }}', operation: 'eq', reference: '{{ item.answer }}' },
    { type: 'label_model', name: 'Tone', model: 'o3-mini', input: [], labels: ['a'], passing_labels: ['a'] },
    { type: 'string_check', name: 'Not', input: '{{sample.output_text}}', operation: 'ne', reference: 'x' },
    { type: 'python', name: 'Code', source: 'def grade(): pass' },
    { type: 'score_model' },
    { type: 'text_similarity', evaluation_metric: 'bleu' },
    { type: 'string_check', input: '{{ item.question }}', operation: 'eq', reference: 'x' },
  ],
};
const RUN = {
  object: 'eval.run',
  data_source: {
    type: 'completions',
    source: { type: 'file_id', id: 'file-1' },
    input_messages: {
      type: 'template',
      template: [
        { role: 'developer', content: 'One letter.' },
        { role: 'user', content: [{ type: 'input_text', text: '{{item.question}}\n{{ item.options }}' }] },
      ],
    },
    model: 'gpt-4.1-mini',
    sampling_params: { temperature: 0, max_completions_tokens: 8, tools: [], top_p: null },
  },
};
const lines = (...rows: unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const ITEMS = lines(
  { item: { question: 'Which of these is a fruit?', options: ['granite', 'apple', 'chair'], answer: 'B' } },
  { item: { question: 'Which of these is a metal?', options: ['iron', 'apple', 'chair'], answer: 'iron' } },
  { item: { question: 'Which of these is a bird?', options: ['iron', 'apple', 'wren'], answer: 'the wren' } },
);

describe('an eval', () => {
  it('with its run and its rows: model, prompts, the right options', async () => {
    const made = await converting(JSON.stringify({ ...EVAL, runs: [RUN, RUN] }, null, 2), {
      name: 'eval.json',
      rows: { name: 'rows.jsonl', text: ITEMS },
    });
    expect(made.config).toEqual({
      model: {
        hub: 'openai',
        name: 'gpt-4.1-mini',
        parameters: { temperature: 0, max_completion_tokens: 8 },
        system_prompt: 'One letter.',
      },
      data: { source: 'evals/sensitivity.jsonl' },
      tests: { sensitivity: { add_negation: { min_pass_rate: 0.85 } } },
    });
    expect(made.rows).toEqual([
      { text: 'Which of these is a fruit?', options: 'A. granite\nB. apple\nC. chair', answer: 'B' },
      { text: 'Which of these is a metal?', options: 'A. iron\nB. apple\nC. chair', answer: 'A' },
      { text: 'Which of these is a bird?', options: 'A. iron\nB. apple\nC. wren' },
    ]);
    expect(leftOut(made)).toEqual([
      'eval.json:19:5 label_model "Tone"',
      'eval.json:31:5 string_check "Not"',
      'eval.json:38:5 python "Code"',
      'eval.json:43:5 score_model',
      'eval.json:46:5 text_similarity',
      'eval.json:50:5 string_check',
      'eval.json:95:22 a run',
      'eval.json:88:20 sampling_params.tools',
      'rows.jsonl:3 string_check "Letter": "the wren"',
    ]);
  });

  it('alone names its rows and its model as missing, and loads all the same', async () => {
    const made = await converting(JSON.stringify(EVAL), { name: 'eval.json' });
    expect(made.config).toMatchObject({ model: { name: 'YOUR-MODEL' }, data: { source: 'builtin:multiple-choice' } });
    expect(leftOut(made).map((line) => line.replace(/^\S+ /, ''))).toEqual(expect.arrayContaining(['rows', 'model']));
  });

  it('a run with its rows in it, and no criteria: the name of the column tells', async () => {
    const content = [
      { item: { statement: 'The sky is blue.', label: 'True' } },
      { item: { statement: 'Grass is red.', label: false } },
      { nothing: 1 },
    ];
    const source = { type: 'file_content', content };
    const made = await converting(JSON.stringify({ data_source: { type: 'responses', source, model: 'm' } }, null, 1), {
      name: 'run.json',
    });
    expect(made.rows).toEqual([
      { text: 'The sky is blue.', truth: true },
      { text: 'Grass is red.', truth: false },
    ]);
    expect(leftOut(made)).toEqual(['run.json:19:5 the row']);
  });
});

describe('rows', () => {
  it('of the older form: options that stand in the question become options, and what stands behind them the prompt', async () => {
    const asked = (user: string, system = 'Be brief.') => [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ];
    const made = await converting(
      lines(
        { input: asked('What is the capital of France?\nA) London\nB) Paris\n\nAnswer with {one} letter.'), ideal: 'B' },
        { input: asked('Which gas is light?\nA) Oxygen\nB) Helium\n\nAnswer with {one} letter.'), ideal: ['B', 'B.'] },
        { input: asked('Which gas is light?\nA) Oxygen\nB) Helium\nShout.'), ideal: 'B' },
        { input: asked('Which gas is light?', 'Be long.'), ideal: 'B' },
        { input: [...asked('x'), { role: 'assistant', content: 'y' }, { role: 'user', content: 'z' }], ideal: 'B' },
      ),
      { name: 'samples.jsonl', model: 'gpt-4o' },
    );
    expect(made.config.model).toEqual({
      hub: 'openai',
      name: 'gpt-4o',
      system_prompt: 'Be brief.',
      prompt: '{text}\n{options}\n\nAnswer with {{one}} letter.',
    });
    expect(made.rows).toEqual([
      { text: 'What is the capital of France?', options: 'A) London\nB) Paris', answer: 'B' },
      { text: 'Which gas is light?', options: 'A) Oxygen\nB) Helium', answer: 'B' },
    ]);
    expect(leftOut(made)).toEqual(['samples.jsonl:4 the row', 'samples.jsonl:5 the row', 'samples.jsonl:3 the row']);
  });

  it('open questions keep their texts; their answers are named, since nothing is compared with them', async () => {
    const made = await converting(lines({ input: 'Tell me a joke.', ideal: 'Knock knock.' }, { input: 'Sing.', ideal: ['La', 'Le'] }), {
      name: 'samples.jsonl',
      model: 'm',
    });
    expect(made.config.tests).toEqual({ sensitivity: { add_toxic_words: { min_pass_rate: 0.95 } } });
    expect(made.rows).toEqual([{ text: 'Tell me a joke.' }, { text: 'Sing.' }]);
    expect(leftOut(made)).toEqual(['samples.jsonl:1 ideal: "Knock knock."', 'samples.jsonl:2 ideal: "La, Le"']);
  });

  it('a broken line is an error with its column, and odd rows are named', async () => {
    const broken = `${lines({ item: { question: 'q' } })}{"item": {"question": }}\n`;
    await expect(converting(broken, { name: 'rows.jsonl' })).rejects.toMatchObject({ name: 'DataError', where: 'rows.jsonl:2:23' });
    const odd = lines(
      { item: { question: 'The sky is blue.\u0000', answer: { deep: 1 }, __proto__: null } },
      { item: [] },
      { item: { other: 'x' } },
      { item: { question: ['a', 'b'] } },
      { item: { question: '  ' } },
    ).concat('"text"\n');
    const made = await converting(odd, { name: 'rows.jsonl', model: 'm' });
    expect(made.rows[0]).toEqual({ text: 'The sky is blue.\u0000' });
    expect(leftOut(made)).toEqual(['rows.jsonl:2 the row', 'rows.jsonl:6 the row', 'rows.jsonl:3 the row', 'rows.jsonl:5 the row']);
  });
});
