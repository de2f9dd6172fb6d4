import { loadSamples, type DataOptions } from '../../src/data/index.ts';
import type { Sample } from '../../src/engine/sample.ts';
import { addNegation } from '../../src/engine/perturbations/add_negation.ts';
import { findInsertions } from '../../src/engine/lint/row.ts';
import { lintPair } from '../../src/engine/perturbations/pairs.ts';
import { negate } from '../../src/engine/perturbations/placebo.ts';
import { fateOf } from '../../src/engine/statistics/plan-error.ts';
import { sequentialTest } from '../../src/engine/statistics/sequential.ts';
import { answerOf, shapeOf, type Letter } from './house-rules-reader.ts';
import { fault } from './support.ts';

const load = async (name = 'house-rules', options: Partial<DataOptions> = {}) =>
  (
    await loadSamples({
      source: `builtin:${name}`,
      root: '/',
      seed: 46,
      reads: 'pairs',
      ...options,
    })
  ).samples;

interface Pair extends Sample {
  perturbed: string;
  placebo: string;
}

const pairsIn = (samples: readonly Sample[]): Pair[] =>
  samples.map(({ perturbed = '', placebo = '', ...sample }) => ({ ...sample, perturbed, placebo }));

const LETTERS: readonly Letter[] = ['A', 'B', 'C'];
const keyOf = ({ answer }: Pair) => answer?.join('');
const perturbedKeyOf = ({ perturbed_answer }: Pair) => perturbed_answer?.join('');
const count = (text: string, word: string) => text.split(word).length - 1;

/** The largest set that a seed has: more are asked for than there are. */
let rows: Pair[] = [];
beforeAll(async () => {
  rows = pairsIn(await load('house-rules', { limit: 20_000 }));
});

describe('10,000 rows', () => {
  it('each text has the answer that a reader of its English finds, who knows nothing of the generator', () => {
    expect(rows).toHaveLength(10_000);
    const wrong = rows.filter(
      (row) =>
        answerOf(row.text) !== keyOf(row) ||
        answerOf(row.placebo) !== keyOf(row) ||
        answerOf(row.perturbed) !== perturbedKeyOf(row),
    );
    expect(wrong).toEqual([]);
  });

  it('no original is there twice, not even with another number', () => {
    const texts = rows.map(({ text }) => text.replace(/\d{4}/, ''));
    expect(new Set(texts).size).toBe(10_000);
  });

  it('have the ten forms, "if" and "unless" apart, and both domains', () => {
    const shapes = Map.groupBy(rows, ({ text }) => shapeOf(text));
    expect([...shapes.keys()].sort()).toEqual([
      'If C, R unless C JOINED C. If C, R.',
      'R if C JOINED C.',
      'R if C and, in addition, QUANTITY: (1) C; (2) C.',
      'R if C.',
      'R if C. One exception: R if C JOINED C.',
      'R if C. One exception: R if C.',
      'R if C. One exception: R if C. The exception does not apply if C.',
      'R if C. One exception: R if C. The exception does not apply unless C.',
      'R if QUANTITY: (1) C; (2) C.',
      'R if QUANTITY: (1) C; (2) C; (3) C.',
      'R unless C JOINED C.',
      'R unless C.',
    ]);
    // A rule with one condition has three of the nine combinations, and two wordings.
    const fewest = Math.min(...[...shapes.values()].map(({ length }) => length));
    expect(fewest).toBeGreaterThan(120);
    const shops = rows.filter(({ text }) => text.includes('the shop')).length;
    expect(Math.abs(shops - 5_000)).toBeLessThan(200);
  });

  it('the answer to the perturbed text is drawn independently: nine combinations, equally often', () => {
    const combinations = Map.groupBy(rows, (row) => `${keyOf(row)}${perturbedKeyOf(row)}`);
    const counts = [...combinations.values()].map(({ length }) => length);
    expect(counts.sort()).toEqual([...Array.from({ length: 8 }, () => 1111), 1112]);
  });

  it('the perturbed text changes one "not", or one word of connection', () => {
    const edits = new Set(
      rows.map(({ text, perturbed }) => editBetween(text, perturbed).join(' > ')),
    );
    const words = ['if', 'unless', 'and', 'or', 'not', ''];
    const quantities =
      /^(?:both|neither|all|none|not all|at least|exactly|at least one|exactly one)?(?: of these holds?:)?$/;
    const others = [...edits].filter((edit) =>
      edit.split(' > ').some((side) => !words.includes(side) && !quantities.test(side)),
    );
    expect(others).toEqual([]);
    for (const edit of [' > not', 'not > ', 'if > unless', 'unless > if', 'and > or', 'or > and'])
      expect(edits).toContain(edit);
  });

  it('the placebo exchanges two sentences of the case, or its number', () => {
    const sentences = (text: string) => text.split(/(?<=[.:?]) /);
    const withoutNumber = (text: string) => text.replace(/\d{4}/, '');
    const isExchanged = ({ text, placebo }: Pair) =>
      text !== placebo &&
      (withoutNumber(text) === withoutNumber(placebo) ||
        sentences(text).sort().join() === sentences(placebo).sort().join());
    expect(rows.filter((row) => !isExchanged(row))).toEqual([]);
    const numbers = rows.filter(
      ({ text, placebo }) => withoutNumber(text) === withoutNumber(placebo),
    );
    expect(Math.abs(numbers.length - 5_000)).toBeLessThan(200);
  });
});

/** The words between what two texts have in common at both ends. */
function editBetween(one: string, other: string): [string, string] {
  const [before, after] = [one.split(' '), other.split(' ')];
  while (before.length > 0 && before[0] === after[0]) {
    before.shift();
    after.shift();
  }
  while (before.length > 0 && after.length > 0 && before.at(-1) === after.at(-1)) {
    before.pop();
    after.pop();
  }
  return [before.join(' '), after.join(' ')];
}

describe('rows of a seed', () => {
  it('are 198 without a limit, and those of a smaller limit come first', async () => {
    const usual = await load();
    expect(usual).toHaveLength(198);
    expect(await load('house-rules', { limit: 50 })).toEqual(usual.slice(0, 50));
    expect((await load('house-rules', { limit: 300 })).slice(0, 198)).toEqual(usual);
    expect(usual.map(({ source }) => source).slice(0, 2)).toEqual([
      'builtin:house-rules#1',
      'builtin:house-rules#2',
    ]);
  });

  it('are others with another seed', async () => {
    const [one, other] = [await load(), await load('house-rules', { seed: 47 })];
    const texts = new Set(one.map(({ text }) => text));
    expect(other.filter(({ text }) => texts.has(text))).toEqual([]);
    expect(await load()).toEqual(one);
  });

  it.each([1, 2, 3, 4])(
    '?negations=%i: so many conditions and facts are negated',
    async (negations) => {
      const drawn = pairsIn(await load(`house-rules?negations=${negations}`));
      expect(drawn).toHaveLength(198);
      // "If not x, no R" says the first condition once more.
      const said = drawn.map(({ text }) =>
        text.replace(/If the \w+ has [^,]+, it \w+ no [^.]+\./, ''),
      );
      expect([...new Set(said.map((text) => count(text, ' has not ')))]).toEqual([negations]);
      expect(drawn.filter((row) => answerOf(row.perturbed) !== perturbedKeyOf(row))).toEqual([]);
      expect(new Set(drawn.map(({ text }) => shapeOf(text))).size).toBeGreaterThanOrEqual(10);
      expect(drawn[0]!.source).toBe(`builtin:house-rules?negations=${negations}#1`);
    },
  );

  it('no linter has anything to say of a pair', () => {
    const named = rows.flatMap(({ text, perturbed, placebo, answer, perturbed_answer }) => {
      const expect = String(answer) === String(perturbed_answer) ? 'same' : 'change';
      return lintPair({ original: text, test_case: perturbed, placebo, expect }) ?? [];
    });
    expect(named).toEqual([]);
  });
});

describe('other tests', () => {
  it('add_negation: the "not" stands in the sentence that asks, in every form, and the two wrong answers become right', async () => {
    const samples = await load('house-rules', { reads: 'keys', limit: 500 });
    expect(new Set(samples.map(({ text }) => shapeOf(text))).size).toBe(12);
    for (const { text, options, answer, negated_answer } of samples) {
      const negated = negate(text);
      expect(negated).toBe(text.replace('are right?', 'are not right?'));
      expect(findInsertions(text, negated)).toHaveLength(1);
      expect(addNegation.lint?.({ original: text, test_case: negated, options })).toBeUndefined();
      expect([answer, negated_answer]).toEqual([
        [answerOf(text)],
        LETTERS.filter((letter) => letter !== answerOf(text)),
      ]);
    }
  });
});

describe('a wrong parameter', () => {
  const where = 'input data';

  it.each(['negations=9', 'negations=0', 'negations=2&negations=3', 'seed=1', 'negations', ''])(
    'house-rules?%s is one clear line',
    async (parameter) => {
      expect(await fault(load(`house-rules?${parameter}`, { place: where }))).toEqual({
        where,
        message: `The data set builtin:house-rules takes negations=1 to negations=4, not \`"${parameter}"\`.`,
        remedy:
          'Write builtin:house-rules?negations=2, or builtin:house-rules for any number of negations.',
      });
    },
  );

  it('other sets take none', async () => {
    expect(await fault(load('statements?negations=2', { place: where }))).toEqual({
      where,
      message: 'The data set builtin:statements takes no parameter, and has `"negations=2"`.',
      remedy: 'Write builtin:statements.',
    });
  });

  it('a misspelt name with a parameter is a misspelt name', async () => {
    const { message } = await fault(load('house-rule?negations=2'));
    expect(message).toBe(
      'There is no built-in data set `"house-rule"`. Did you mean `"house-rules"`?',
    );
  });
});

/** What a model answers to a text of an arm, given the right answer to the text. */
type Reader = (row: Pair, arm: 'text' | 'placebo' | 'perturbed') => Letter | undefined;

const after = (letter: string | undefined) => LETTERS[(LETTERS.indexOf(letter as Letter) + 1) % 3];

/** Shares as the gate has them: known, steady among the known, right among the steady. */
function sharesOf(reader: Reader) {
  const known = rows.filter((row) => reader(row, 'text') === keyOf(row));
  const steady = known.filter((row) => reader(row, 'placebo') === keyOf(row));
  const right = steady.filter((row) => reader(row, 'perturbed') === perturbedKeyOf(row));
  return {
    known: known.length / rows.length,
    steady: steady.length / known.length,
    right: right.length / steady.length,
  };
}

const knowing: Reader = (row, arm) =>
  (arm === 'perturbed' ? perturbedKeyOf(row) : keyOf(row)) as Letter;
const deaf: Reader = (row) => knowing(row, 'text');

describe('what a reader without understanding is worth', () => {
  // A key is one of three, and the key of the perturbed text is independent of it.
  it.each(LETTERS)('always %s: a third is known, and a third of that right', (letter) => {
    const { known, steady, right } = sharesOf(() => letter);
    expect([known, steady, right]).toEqual([expect.closeTo(1 / 3, 3), 1, expect.closeTo(1 / 3, 3)]);
  });

  it('deaf to every edit: right in the third of the rows whose answer stays', () => {
    expect(sharesOf(deaf)).toEqual({ known: 1, steady: 1, right: expect.closeTo(1 / 3, 3) });
  });

  it('another answer after every edit: right in the third with just that answer, and never steady if a placebo counts as an edit', () => {
    const turning: Reader = (row, arm) =>
      arm === 'perturbed' ? after(keyOf(row)) : deaf(row, arm);
    expect(sharesOf(turning).right).toBeCloseTo(1 / 3, 3);
    const upset: Reader = (row, arm) => (arm === 'text' ? deaf(row, arm) : after(keyOf(row)));
    expect(sharesOf(upset).steady).toBe(0);
  });

  it('never "it depends": two thirds are known, and two thirds of those right', () => {
    const bold: Reader = (row, arm) => {
      const right = knowing(row, arm);
      return right === 'C' ? 'A' : right;
    };
    expect(sharesOf(bold)).toEqual({
      known: expect.closeTo(2 / 3, 3),
      steady: 1,
      right: expect.closeTo(2 / 3, 3),
    });
  });

  it.each([
    ['unless', / unless /],
    ['not', / has not /],
    ['a negation of any kind', / has not | unless | neither | none | no /],
  ])('a keyword, %s, means no: a third, give or take five hundredths', (_name, word) => {
    const reader: Reader = (row, arm) => {
      const [said = ''] = row[arm].split('Nothing else is known');
      return word.test(said) ? 'B' : 'A';
    };
    const { known, right } = sharesOf(reader);
    expect(Math.abs(known - 1 / 3)).toBeLessThan(0.05);
    expect(Math.abs(right - 1 / 3)).toBeLessThan(0.05);
  });
});

describe('a reader that is deaf in 30 % of the rows', () => {
  // 0.7 + 0.3 / 3. With halves that turn and stay it would be right in 0.7 + 0.3 / 2, the minimum
  // itself, and pass in more than half of the runs.
  const test = sequentialTest({ minimum: 0.85, margin: 0.05, alpha: 0.05, beta: 0.1 });

  it('is right in 0.80 and passes in 10 % of the runs over the usual 198 rows, exactly', () => {
    expect(fateOf(test, 198, 0.8).passed).toBeCloseTo(0.1, 2);
    expect(fateOf(test, 198, 0.85).passed).toBeGreaterThan(0.5);
  });

  it('passes as often on the rows themselves', () => {
    const random = mulberry(46);
    const outcomes = Array.from({ length: 2_000 }, (_, run) => {
      const start = (run % 50) * 198;
      const block = rows.slice(start, start + 198);
      return verdictOn(block.map((row) => random() >= 0.3 || keyOf(row) === perturbedKeyOf(row)));
    });
    const passed = outcomes.filter((outcome) => outcome === 'good').length / outcomes.length;
    expect(Math.abs(passed - fateOf(test, 198, 0.8).passed)).toBeLessThan(0.025);
  });

  function verdictOn(rights: readonly boolean[]) {
    let passes = 0;
    for (const [index, right] of rights.entries()) {
      if (right) passes += 1;
      const verdict = test.verdictAt(passes, index + 1);
      if (verdict) return verdict;
    }
    return test.finalVerdict(passes, rights.length);
  }
});

/** A small generator with a fixed seed, unlike the one that draws the rows. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
