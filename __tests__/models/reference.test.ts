import badWords from 'naughty-words/en.json' with { type: 'json' };
import { readFileSync } from 'node:fs';
import { EXPECTED_READER } from '../../src/engine/judges/expected-rubric.ts';
import { parseOptions } from '../../src/language/options.ts';
import { readPlainLabels } from '../../src/language/plain.ts';
import { negate as negateLikeLangTest } from '../../src/engine/perturbations/placebo.ts';
import { createEmbedder, createModel, Meter } from '../../src/models/index.ts';
import { connection, embeddingSettings, modelSettings, refused } from './support.ts';
import { some } from '../support/runs.ts';

const model = (name: string, seed = 1, meter = new Meter()) =>
  createModel(modelSettings({ hub: 'reference', name }), connection({ seed }), meter);
const embedder = () =>
  createEmbedder(embeddingSettings({ hub: 'reference', name: '' }), connection(), new Meter());

const builtin = <T>(name: string): T[] =>
  JSON.parse(readFileSync(`src/data/builtin/${name}.json`, 'utf8')) as T[];
const claims = builtin<{ text: string; truth: boolean }>('statements');
const statements = claims.map(({ text }) => text);
const sentences = builtin<{ text: string }>('sentences').map(({ text }) => text);
interface Question {
  question: string;
  options: string[];
  answer: string[];
  negated_answer: string[];
}
const questions = builtin<Question>('multiple-choice');

const negate = (text: string): string => text.replace(/ (is|was|are|were) /, ' $1 not ');
const labelled = (
  { options }: Pick<Question, 'options'>,
  label = (letter: string) => `${letter}. `,
): string => options.map((option, i) => label('ABCDEFGH'[i]!) + option).join('\n');
const emphasize = (text: string, i: number): string =>
  text.replace(/ (is|was|are|were) /, ` $1 ${['indeed', 'really', 'truly', 'certainly'][i % 4]!} `);
const asPrompt = (question: Question, text = question.question): string =>
  `${text}\n${labelled(question)}`;

async function answers(name: string, prompts: string[]): Promise<string[]> {
  const asked = await model(name);
  return Promise.all(prompts.map(async (prompt) => (await asked.answer(prompt)).text));
}

async function distances(expected: string[], actual: string[]): Promise<number[]> {
  const bags = await embedder();
  const [a, b] = [await bags.embed(expected), await bags.embed(actual)];
  const dot = (x: number[], y: number[]): number =>
    x.reduce((sum, value, i) => sum + value * y[i]!, 0);
  return a.map((x, i) => 1 - dot(x, b[i]!) / Math.sqrt(dot(x, x) * dot(b[i]!, b[i]!)));
}

const foul = (text: string): number =>
  badWords.filter((word) =>
    new RegExp(`(?<!\\w)${word.replace(/[^\w ]/g, '\\$&')}(?!\\w)`, 'i').test(text),
  ).length;

it('yields to the event loop, so that signals are handled', async () => {
  const asked = await model('attentive');
  let heard = false;
  setTimeout(() => (heard = true), 0);
  for (let i = 0; i < 1_000 && !heard; i++) await asked.answer(`Sentence ${i}.`);
  expect(heard).toBe(true);
});

describe('attentive', () => {
  it('answers a statement and its negation far apart', async () => {
    const negated = statements.map(negate);
    expect(negated.every((text, i) => text !== statements[i])).toBe(true);
    const found = await distances(
      await answers('attentive', statements),
      await answers('attentive', negated),
    );
    expect(Math.min(...found)).toBeGreaterThan(0.5);
  });

  it('chooses one of the options, and another one for the negated question', async () => {
    for (const question of questions) {
      const [original, negated] = await answers('attentive', [
        asPrompt(question),
        asPrompt(question, negate(question.question)),
      ]);
      expect(asPrompt(question).split('\n').slice(1)).toContain(original);
      if (negate(question.question) !== question.question) expect(negated).not.toBe(original);
    }
  });

  it('hears a short form, but no "not" in an option', async () => {
    const [plain, short, inOption] = await answers('attentive', [
      'Is it a fruit?\nA. one\nB. two',
      "Isn't it a fruit?\nA. one\nB. two",
      'Is it a fruit?\nA. not one\nB. not two',
    ]);
    expect(plain).not.toBe(short);
    expect(inOption).toMatch(/^[AB]\. not /);
  });
});

describe('oblivious', () => {
  it('answers a negated text as the original', async () => {
    const prompts = [...statements, ...questions.map((question) => asPrompt(question))];
    const negated = [
      ...statements.map(negate),
      ...questions.map((question) => asPrompt(question, negate(question.question))),
    ];
    expect(await answers('oblivious', negated)).toEqual(await answers('oblivious', prompts));
  });
});

describe('the built-in questions', () => {
  const isRightOnceNegated = (text: string, question: Question): boolean => {
    const labels = readPlainLabels(text, parseOptions(labelled(question)));
    if (labels?.length !== 1) throw new Error(`${question.question}: unread`);
    return question.negated_answer.includes(labels[0]!);
  };
  const negated = questions.map((question) =>
    asPrompt(question, negateLikeLangTest(question.question)),
  );
  const linesAt = (question: Question, labels: string[]) =>
    labels.map((label) => labelled(question).split('\n')['ABCDEFGH'.indexOf(label)]!);
  const areRight = (lines: string[]) =>
    questions.filter((question, i) => !linesAt(question, question.answer).includes(lines[i]!));

  it('can all be negated', () => {
    expect(questions.length).toBeGreaterThan(100);
    expect(questions.filter(({ question }) => negateLikeLangTest(question) === question)).toEqual(
      [],
    );
  });

  it.each(['attentive', 'oblivious'])('are answered rightly by %s', async (name) => {
    const said = await answers(
      name,
      questions.map((question) => asPrompt(question)),
    );
    expect(areRight(said)).toEqual([]);
    // A harmless word more changes nothing.
    expect(
      await answers(
        name,
        questions.map((question, i) => asPrompt(question, emphasize(question.question, i))),
      ),
    ).toEqual(said);
  });

  it('once negated, are answered rightly by attentive and wrongly by oblivious, all of them', async () => {
    const [heard, unheard] = [
      await answers('attentive', negated),
      await answers('oblivious', negated),
    ];
    expect(questions.filter((question, i) => !isRightOnceNegated(heard[i]!, question))).toEqual([]);
    expect(questions.filter((question, i) => isRightOnceNegated(unheard[i]!, question))).toEqual(
      [],
    );
    expect(areRight(unheard)).toEqual([]);
  });

  it.each<[string, (question: Question, text: string) => string]>([
    [
      'a template',
      (question, text) =>
        `You are an expert. Do not explain.\n\nQuestion: ${text}\n${labelled(question)}\n\nThe letter, not the text:`,
    ],
    [
      'numbers',
      (question, text) =>
        `${text}\n${labelled(question, (letter) => `${'ABCDEFGH'.indexOf(letter) + 1}) `)}`,
    ],
    [
      'foul words and capitals',
      (question, text) =>
        `${badWords[11]!} ${text.toUpperCase()} ${badWords[11]!}\n${labelled(question)}`,
    ],
    [
      'indented lines and carriage returns',
      (question, text) =>
        `${text}\r\n${labelled(question, (letter) => `  ${letter}. `).replaceAll('\n', '\r\n')}`,
    ],
  ])('are known in %s', async (_, promptOf) => {
    const textOf = (line: string): string => line.replace(/^\(?\w[.)] /, '');
    const asked = await answers(
      'attentive',
      questions.map((question) => promptOf(question, question.question)),
    );
    asked.forEach((line, i) => {
      const { options, answer } = questions[i]!;
      expect(answer.map((label) => options['ABCDEFGH'.indexOf(label)])).toContain(textOf(line));
    });
    const heard = await answers(
      'attentive',
      questions.map((question) => promptOf(question, negateLikeLangTest(question.question))),
    );
    heard.forEach((line, i) => {
      const { options, negated_answer } = questions[i]!;
      expect(negated_answer.map((label) => options['ABCDEFGH'.indexOf(label)])).toContain(
        textOf(line),
      );
    });
  });

  it('are others where an option is another, or the question', async () => {
    const [first, second] = questions as [Question, Question];
    const strange = { ...first, options: ['a hat', ...first.options.slice(1)] };
    const prompts = [
      asPrompt(strange),
      asPrompt(second, first.question),
      `${first.question}\n${first.options.join(', ')}`,
      first.question,
    ];
    // Recorded before the scripts knew any question.
    const drawn = ['A. a hat', 'A. sternum', 'True, as far as I know.', 'True, as far as I know.'];
    expect(await answers('attentive', prompts)).toEqual(drawn);
    expect(await answers('oblivious', prompts)).toEqual(drawn);
  });
});

describe('the built-in statements', () => {
  const PROMPT = 'Is this statement true or false? Answer with True or False only.\n';
  const asked = (name: string, edit: (text: string, i: number) => string) =>
    answers(
      name,
      statements.map((text, i) => PROMPT + edit(text, i)),
    );
  const same = (text: string) => text;
  const truths = claims.map(({ truth }) => (truth ? 'True' : 'False'));

  it.each(['attentive', 'oblivious'])(
    'are known to %s, with a harmless word more, too',
    async (name) => {
      expect(await asked(name, same)).toEqual(truths);
      expect(await asked(name, emphasize)).toEqual(truths);
    },
  );

  it('once negated, are judged rightly by attentive and wrongly by oblivious, all of them', async () => {
    expect(await asked('attentive', negate)).toEqual(
      claims.map(({ truth }) => (truth ? 'False' : 'True')),
    );
    expect(await asked('oblivious', negate)).toEqual(truths);
  });
});

describe('foul words', () => {
  const context = `You ${badWords.slice(10, 14).join(' ')} moron,`;
  it.each(['attentive', 'oblivious'])('%s says none', async (name) => {
    for (const text of await answers(
      name,
      some(sentences).flatMap((sentence) => [
        sentence,
        `${context} ${sentence}`,
        `${sentence} ${context}`,
      ]),
    )) {
      expect(foul(text)).toBe(0);
    }
  });

  it('change no answer when nothing else is added', async () => {
    const word = badWords[11]!;
    expect(
      await answers(
        'attentive',
        sentences.map((sentence) => `${word} ${sentence} ${word}`),
      ),
    ).toEqual(await answers('attentive', sentences));
  });
});

describe('flaky', () => {
  const series = async (seed: number, prompt: string, count = 20): Promise<string[]> => {
    const asked = await model('flaky', seed);
    const said: string[] = [];
    for (let i = 0; i < count; i++) said.push((await asked.answer(prompt)).text);
    return said;
  };

  it('changes its mind, in the same way for the same seed', async () => {
    const said = await series(1, statements[0]!);
    expect(new Set(said).size).toBeGreaterThan(1);
    expect(await series(1, statements[0]!)).toEqual(said);
    expect(await series(2, statements[0]!)).not.toEqual(said);
  });

  it('does not depend on what else is asked meanwhile', async () => {
    const asked = await model('flaky');
    const mixed: string[] = [];
    for (let i = 0; i < 20; i++) {
      await asked.answer(statements[1 + (i % 3)]!);
      mixed.push((await asked.answer(statements[0]!)).text);
    }
    expect(mixed).toEqual(await series(1, statements[0]!));
  });
});

describe('the reference hub', () => {
  it('counts one request a call, and needs no key', async () => {
    const meter = new Meter(2);
    const asked = await model('parrot', 1, meter);
    await asked.answer('a');
    await asked.answer('b');
    await expect(asked.answer('c')).rejects.toMatchObject({ kind: 'budget' });
    expect(meter.requests).toBe(2);
  });

  it.each(['clever', 'toString', ''])('lists its models in the error for %j', async (name) => {
    expect(await refused(() => model(name))).toMatchObject({
      name: 'ConfigError',
      where: 'model.name',
      remedy: 'Allowed are attentive, oblivious, parrot, flaky.',
    });
  });

  it('embeds deterministically, never as zero', async () => {
    const bags = await embedder();
    expect(bags).toMatchObject({ name: 'bag-of-words', batchSize: 256 });
    const vectors = await bags.embed(['Yes.', 'yes', '?!', '💩', '', 'No']);
    expect(vectors[0]).toEqual(vectors[1]);
    for (const vector of vectors) {
      expect(vector).toHaveLength(256);
      expect(Math.hypot(...vector)).toBeGreaterThan(0);
    }
    expect(vectors[0]).not.toEqual(vectors[5]);
  });
});

it('a scripted model that judges knows the cases of expected answers, and reads a key word for word', async () => {
  const settings = {
    ...modelSettings({ hub: 'reference', name: 'attentive' }),
    isSelf: true as const,
  };
  const judge = await createModel(settings, connection(), new Meter());
  const ask = async (prompt: string) => (await judge.answer(prompt)).text;
  expect(await EXPECTED_READER.calibration.run('judge', ask)).toMatchObject({ right: 40 });
  const read = (answer: string) =>
    EXPECTED_READER.read({ question: 'How long?', key: ['14 days'], answer }, ask);
  expect(await read('It takes 14 days.')).toMatchObject({ verdict: 'agrees' });
  expect(await read('It takes 7 days.')).toMatchObject({ verdict: 'differs' });
});
