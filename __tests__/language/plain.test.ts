import { finalText } from '../../src/engine/final-text.ts';
import { parseOptions } from '../../src/language/options.ts';
import { readPlainLabels, readPlainTruth } from '../../src/language/plain.ts';
import { describeOracle, oracle, recordsIn } from '../support/oracle.ts';
import cases from './data/plain.json' with { type: 'json' };

/** `label`: the option that the answer gives. A trap without one gives none. */
interface Labelled {
  answer: string;
  label?: string[] | boolean | string;
}
interface Asked extends Labelled {
  options?: string | string[];
  prompt?: string;
}
interface Natural extends Asked {
  kind: 'choice' | 'stance';
  system: string;
  prompt: string;
  clear?: false;
}

/** The reading of an answer by rules, after its thinking is removed. */
function readingOf({ options, prompt = '', answer }: Asked) {
  const text = finalText(answer);
  if (text === undefined) return undefined;
  if (options === undefined) return readPlainTruth(text, prompt);
  return readPlainLabels(text, parseOptions([options].flat().join('\n')))?.join();
}

function labelOf({ label }: Labelled) {
  return label === undefined ? undefined : String(label);
}

const isUnread = (row: Asked) => readingOf(row) === undefined;
const isWrong = (row: Asked) => !isUnread(row) && readingOf(row) !== labelOf(row);

describe('plain rules', () => {
  it.each(cases.labels as [string, string][])('read %j as %s', (answer, labels) => {
    expect(readingOf({ options: 'A. Sydney\nB. Canberra\nC. Melbourne\nD. Perth', answer })).toBe(
      labels,
    );
  });

  it.each(cases.truths as [string, string][])('read %j as %s', (answer, truth) => {
    expect(
      readingOf({ prompt: 'Is this statement true or false?\nMercury is solid.', answer }),
    ).toBe(truth);
  });

  it.each([
    ['Yes.', 'true'],
    ["No, that's not right. It is a liquid.", 'false'],
    ['No. It is a liquid.', 'false'],
  ])('read %j as %s where the prompt asks whether the statement is right', (answer, truth) => {
    expect(readingOf({ prompt: 'Mercury is solid.\nIs that right?', answer })).toBe(truth);
  });

  it.each([
    ['False', 'false'],
    ['True, it is a star.', undefined],
  ])('read %j between quotation marks as %s', (answer, truth) => {
    const prompt = 'Is this true or false?\n"""\nVenus is not a star.\n"""';
    expect(readingOf({ prompt, answer })).toBe(truth);
  });

  it('read no list of 5,000 levels, and lose no row to it', () => {
    const answer = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    expect(readingOf({ options: 'A. a\nB. b', answer })).toBeUndefined();
  });

  it('read no answer that is long, and a loop of commas beside a long option without delay', () => {
    const options = `A. ${'x'.repeat(1e6)}\nB. b`;
    for (const answer of ['x,'.repeat(9999), `{"why": "${'x'.repeat(2e4)}", "answer": "B"}`])
      expect(readingOf({ options, answer })).toBeUndefined();
  });

  it('read no trap wrongly', () => {
    expect(recordsIn<Asked>('__tests__/language/traps.jsonl').filter(isWrong)).toEqual([]);
  });
});

describeOracle('labelled answers of ../shared/oracle', () => {
  const natural = oracle<Natural>('natural_answers.jsonl');
  const plain = oracle<Natural>('plain_answers.jsonl');

  it.each([
    ['natural_answers.jsonl', 100],
    ['plain_answers.jsonl', 80],
    ['choice_readings.jsonl', 15],
  ])('%s: read at least %i of them, and none wrongly', (file, least) => {
    const answers = oracle<Asked & { expected?: string | string[] }>(file).map(
      ({ expected, ...row }) => ({ label: expected === 'refuse' ? undefined : expected, ...row }),
    );
    expect(answers.filter(isWrong)).toEqual([]);
    expect(answers.filter(isUnread).length).toBeLessThanOrEqual(answers.length - least);
  });

  it('read at least 97 % of the answers to the default prompts, unless a system prompt asks for something else', () => {
    const neutral = ['', 'You are a helpful assistant.', 'Be concise.', 'Always answer in German.'];
    const unreadOf = (asked: typeof plain) => {
      const rows = asked.filter(({ system }) => neutral.includes(system));
      return rows.filter(isUnread).length / rows.length;
    };
    expect(unreadOf(plain)).toBeLessThanOrEqual(0.03);
    // The answer may be `True, the liver is an organ.` to a claim that it is not a bone. A judge
    // reads explanations where there is a "not".
    expect(
      unreadOf(natural.filter(({ prompt }) => prompt.includes('True or False only'))),
    ).toBeLessThanOrEqual(0.07);
  });
});
