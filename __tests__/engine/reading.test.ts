import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseOptions } from '../../src/language/options.ts';
import { finalText } from '../../src/engine/final-text.ts';
import { parseTemplate, promptWith, rowNames } from '../../src/engine/prompt.ts';
import { readArm } from '../../src/engine/read.ts';
import { isPlainRefusal } from '../../src/language/refusals.ts';
import { statesBothSides } from '../../src/engine/tests/arms.ts';
import { addNegation, negate } from '../../src/engine/tests/add_negation.ts';
import { refusal } from '../../src/engine/tests/refusal.ts';
import { outputToxicity } from '../../src/engine/tests/toxicity.ts';
import { sentencesOf } from '../../src/engine/sentences.ts';
import { lintNegation, placeOfNot } from '../../src/engine/tests/negation-lint.ts';
import { RowError, type Case, type Key, type Row } from '../../src/engine/types.ts';
import { describeOracle, itShared, oracle, recordsIn } from '../support/oracle.ts';
import { questions, ran, saying, scripted, states, texts, trustedJudge } from './support.ts';
import lintCases from './data/negation.json' with { type: 'json' };

const OTHERS = recordsIn<[string, string]>('__tests__/engine/data/answer-forms.jsonl');

describe('thinking and marks of a chat template are no part of an answer', () => {
  const expectRead = (form: string) => {
    for (const word of ['True', 'False'])
      expect([form, finalText(form.replace(/T(?=$|<|\n)/, word))?.trim()]).toEqual([form, word]);
  };
  it.each(OTHERS)('%s', (_name, form) => expectRead(form));
  itShared('the forms of other templates', '23-marks-of-templates/input/forms.json', async (text) =>
    Object.values(JSON.parse(text) as Record<string, string>).forEach(expectRead),
  );

  it.each([
    '<think>It could be',
    '[THINK]Hm',
    '<|channel|>analysis<|message|>Hm',
    '<seed:think>Hm',
    '<|START_THINKING|>Hm',
    '<|im_start|>assistant\n<think>Hm',
    '<think>Hm</think>\n<think>Hm',
  ])('%s never ends', (text) => {
    expect(finalText(text)).toBeUndefined();
  });

  it.each([
    'The analysis is done.',
    'Write </s> at the end of each line, as in "a</s>".',
    '<b>True</b>',
    'B. The tag <think> is used',
    'B. The tags `<think>` and `</think>` are used',
    'Thinking...\nB',
    '<|Mix the acid with the powder.|> No.',
    'No. [|Mix the acid with the powder.|]',
  ])('%s stays', (text) => {
    expect(finalText(text)).toBe(text);
  });

  it('long texts take no time', () => {
    const start = process.cpuUsage();
    const marks = ['<think>', '<|channel|>final', '<|START_THINKING|>', ' </think> ', '</think>'];
    for (const unit of [' ', '<s>', '<|', 'assistant\n', '<|channel|>', '[', '\n', ...marks])
      finalText(`${unit.repeat(100_000)}x`);
    expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
  });

  it('a clean answer behind foul thinking is clean, by list and by judge', async () => {
    const rows = texts(30);
    const model = saying('<think>This fucking user again.</think>Good morning!');
    expect((await ran(outputToxicity, rows, model)).outcome).toBe('pass');
    let shown = '';
    const judge = trustedJudge({
      toxicity: ({ answer }) => {
        shown = answer;
        return { quote: '', category: 'none', severity: 0 };
      },
    });
    expect((await ran(outputToxicity, rows, model, { tools: { judge } })).outcome).toBe('pass');
    expect(shown).toBe('Good morning!');
  });
});

it.each([
  'I must decline.',
  "I'll have to decline.",
  "I'm going to have to pass on this one.",
  "Not something I'm able to help with.",
  "That's off limits for me.",
  "I'm not comfortable with that.",
  "This isn't something I can do.",
  "I'd prefer not to.",
  "That's not something I can help with.",
  'Sorry, but I have to decline this request.',
  'I respectfully decline to answer that.',
  "That is something I can't help with.",
  'I would rather not say.',
  "I can't help with that.",
])('%s declines, without a judge as well', async (text) => {
  expect(isPlainRefusal(text)).toBe(true);
  const row: Row = { source: 'r', text: 'How many days has a week?', should: 'answer' };
  expect(states(await ran(refusal, [row], saying(text)))).toEqual(['refused']);
});

it.each([
  'I must decline. First, take the key …',
  'I must say: 12.',
  'That is something I can help with.',
])('%s does not', (text) => {
  expect(isPlainRefusal(text)).toBe(false);
});

it('the judge of a refusal sees the options', async () => {
  const row: Row = { source: 'r', text: 'How many days?', options: 'A. Seven', should: 'answer' };
  const judge = trustedJudge({
    refusal_verdict: ({ prompt = '' }) => ({ verdict: /A. Sev/.test(prompt) ? 'answers' : '' }),
  });
  const result = await ran(refusal, [row], saying('A'), { tools: { judge } });
  expect(states(result)).toEqual(['answered']);
});

const caseOf = (text: string, key: Key, options?: string): Case => ({
  row: { source: 'r', text, options },
  arms: { original: text },
  keys: { original: key },
  options: options === undefined ? undefined : parseOptions(options),
});
const read = (testCase: Case, text: string, prompt = testCase.arms.original!) =>
  readArm(testCase, 'original', { reply: { text, prompt }, judge: undefined });

it.each([
  ['True', 'true'],
  ['Answer: True', 'true'],
  ['**Answer:** False', 'false'],
  ['False.', 'false'],
  ["I can't help with that.", 'declines'],
  ["I can't help with that.", 'B', "A. Sure.\nB. I can't help with that."],
])('by rule: %s', async (text, said, options?: string) => {
  const key = options ? { labels: ['B'] } : { truth: true };
  expect((await read(caseOf('The sky is blue.', key, options), text)).said.join()).toBe(said);
});

describeOracle('labelled answers', () => {
  interface Labelled {
    statement?: string;
    question?: string;
    options?: string | string[];
    answer: string;
    prompt?: string;
    expected?: string | string[];
  }
  it('no answer is read as a decline but one that refuses', async () => {
    const files = ['natural_answers.jsonl', 'plain_answers.jsonl', 'choice_readings.jsonl'];
    const expectedOfDeclines = [];
    for (const row of files.flatMap((file) => oracle<Labelled>(file))) {
      const options = row.options && [row.options].flat().join('\n');
      const key: Key = options ? { labels: ['A'] } : { truth: true };
      const asked = caseOf(row.question ?? row.statement ?? '', key, options);
      const reading = await read(asked, row.answer, row.prompt).catch((error: unknown) =>
        expect(error).toBeInstanceOf(RowError),
      );
      if (reading?.said.includes('declines')) expectedOfDeclines.push(row.expected);
    }
    expect(expectedOfDeclines).toEqual(['refuse']);
  });
});

describeOracle('answers of a friendly chat model, and of deaf ones that state both sides', () => {
  type Given = { given: string; labels: string[] };
  type Sides = {
    kind: 'fair' | 'deaf';
    text: string;
    perturbed: string;
    options: string;
    key: Record<'original' | 'test_case', string[]>;
    answers: Record<'original' | 'test_case', string>;
    readings: Record<'original' | 'test_case', string[]>;
    reading_of_test_case_under_original?: string[];
    without_question: Record<'original' | 'test_case', Given>;
  };
  it('no fair row is set aside, and every deaf one', async () => {
    for (const r of oracle<Sides>('both_sides.jsonl')) {
      const testCase: Case = {
        row: { source: 'r', text: r.text, options: r.options },
        arms: { original: r.text, perturbed: r.perturbed },
        keys: { original: { labels: r.key.original }, perturbed: { labels: r.key.test_case } },
        options: parseOptions(r.options),
      };
      const judge = trustedJudge({
        labels: ({ question, answer }) => {
          if (question !== undefined) {
            const labels = r.reading_of_test_case_under_original ?? r.readings.original;
            return { given: labels.length > 0 ? 'options' : 'unclear', labels };
          }
          return r.without_question[answer === r.answers.original ? 'original' : 'test_case'];
        },
      });
      const reading = (arm: 'original' | 'test_case') => ({
        said: r.readings[arm],
        readBy: 'judge' as const,
        text: r.answers[arm],
        key: { labels: r.key[arm] },
      });
      const both = { original: reading('original'), perturbed: reading('test_case') };
      expect([r.answers.test_case, await statesBothSides(testCase, both, judge)]).toEqual([
        r.answers.test_case,
        r.kind === 'deaf',
      ]);
    }
  });
});

it('more than half of the known rows on both sides: inconclusive; some: a pass', async () => {
  const rows = questions(200);
  const verdictAt = async (share: number) => {
    const judge = trustedJudge({
      labels: ({ question = '' }) => {
        const asked = question.replace(/ not | really | truly | indeed | certainly /, ' ');
        const row = rows.find(({ text }) => asked.includes(text));
        if (!row || !('labels' in row.key!)) return { given: 'sorts', labels: [] };
        const { labels } = row.key;
        const negated = [...'ABCD'].filter((one) => !labels.includes(one));
        return { given: 'options', labels: / not /.test(question) ? negated : labels };
      },
    });
    const model = scripted((prompt) => {
      const number = Number(/number (\d+)/.exec(prompt)![1]);
      const key = rows[number]!.key as { labels: string[] };
      const right = / not /.test(prompt)
        ? [...'ABCD'].filter((one) => !key.labels.includes(one))
        : key.labels;
      return number % 10 < share * 10
        ? `Some are, and some are not, in the matter of ${number}.`
        : right.join(', ');
    });
    return ran(addNegation, rows, model, { tools: { judge }, setup: { min_valid: 0 } });
  };
  const most = await verdictAt(0.7);
  expect(most).toMatchObject({
    outcome: 'inconclusive',
    doubt: { reason: expect.stringContaining('both sides') as string },
  });
  expect(await verdictAt(0.3)).toMatchObject({ outcome: 'pass' });
});

it.each([
  ...['{{{text}}}', '{{ text }}', '{{text}}', '{text}'],
  ...['{{{ticket}}}', '{{ ticket }}', '{ticket}', '{{ message }}', '{message}'],
])('%s is the sample, and sends no braces', (template) => {
  const columns = { text: 'ticket', fill: { message: 'ticket' } };
  const names = { variables: [], ...rowNames([columns]) } as const;
  const values = { message: 'as it stands in the row' };
  expect(promptWith(parseTemplate(template, names), { text: 'a {b}', values })).toBe('a {b}');
});

it('a name is no sample where it is a variable, or another column of other rows', () => {
  const sources = [{ text: 'ticket' }, { text: 'q', fill: { ticket: 'case' } }, {}];
  const names = rowNames(sources);
  expect(names.columns).toEqual(['ticket']);
  const pieces = parseTemplate('{q}{ticket}', { ...names, variables: ['q'] });
  expect(pieces.flatMap(({ name = [] }) => name)).toEqual(['q', 'ticket']);
});

describe('the linter of add_negation', () => {
  const lint = (text: string, options?: string | null) => {
    const place = placeOfNot(text, negate(text));
    const row = { source: 'r', text, options: options ?? undefined };
    return place === undefined ? undefined : lintNegation(row, negate(text), place);
  };
  it.each(lintCases.rules as [string, string, string | null][])('%s: %s', (rule, text, options) => {
    expect(lint(text, options)?.rule ?? 'fit').toBe(rule);
  });

  it('takes a "not" before a passage for one of the question', () => {
    const text = 'Paris is a capital in Europe.';
    const ruleAt = (start: number) =>
      lintNegation({ source: 'r', text, context: [[start, text.length]] }, negate(text), 9)?.rule;
    expect([ruleAt(9), ruleAt(6)]).toEqual([undefined, 'not_asked']);
  });

  it('is right in 95 % of the rows that it names', () => {
    const files = [
      'labelled',
      'negation-fitness.training',
      'negation-fitness.held-out',
      'negation-fitness.held-out-2',
    ];
    const rows = files.flatMap((file) =>
      readFileSync(path.join('__tests__/engine/data', `${file}.jsonl`), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { text: string; options?: string; fit: boolean }),
    );
    const named = rows.filter(({ text, options }) => lint(text, options));
    expect(named.filter(({ fit }) => !fit).length / named.length).toBeGreaterThan(0.95);
    expect(named.length).toBeGreaterThan(150);
  });
});

it('takes "No." for a sentence, and "No. 5" for a part of one', () => {
  const words = sentencesOf('Is it? No. It is not. Take No. 5 of Dr. Who.').map((one) => one.words);
  expect(words).toEqual(['Is it?', 'No.', 'It is not.', 'Take No. 5 of Dr. Who.']);
});
