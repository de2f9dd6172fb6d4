import type { Model } from '../../../src/engine/model.ts';
import { hash, type Draw } from '../../../src/engine/random.ts';
import type { Sample } from '../../../src/engine/sample.ts';
import { addNegation } from '../../../src/engine/perturbations/add_negation.ts';
import type { SensitivityTest } from '../../../src/engine/perturbations/definition.ts';
import type { Readers, Stance } from '../../../src/engine/methods/reading.ts';
import type { TripletRun } from '../../../src/engine/methods/test-run.ts';
import { chances, Failure } from '../scripted.ts';

/** Questions and statements in memory, and models that answer them in every wrong way there is. */

const PLACEBO = ['indeed', 'really', 'truly', 'certainly'];

/** A test of texts with another placebo. */
export function withPlacebo(
  test: SensitivityTest,
  placebo: (text: string, testCase: string, draw: Draw) => string | undefined,
): SensitivityTest {
  const { perturbation } = test;
  if (perturbation?.kind !== 'text') throw new TypeError(`${test.name} does not perturb texts`);
  return { ...test, perturbation: { ...perturbation, placebo } };
}

export const NEGATION = withPlacebo(addNegation, (text, _testCase, draw) =>
  text.includes(' is ') ? text.replace(' is ', () => ` is ${PLACEBO[draw(4)]} `) : undefined,
);

/** Answers in these tests are labels with commas between them, `none`, or gibberish. */
export const READERS: Readers = {
  labels: (answer, { options }) => {
    if (answer === 'none') return [];
    const labels = answer.split(',');
    return labels.every((label) => options.some((option) => option.label === label))
      ? labels
      : undefined;
  },
  stance: (answer) =>
    ({ True: 'true', False: 'false', 'No idea.': 'neither' } as Record<string, Stance>)[answer],
};

const LABELS = ['A', 'B', 'C', 'D'];

/** Half with one right option, half with three; the odd one stands at any place. */
export function questions(
  count: number,
  over: (index: number) => Partial<Sample> = () => ({}),
): Sample[] {
  return Array.from({ length: count }, (_, i) => {
    const odd = [LABELS[Math.floor(i / 2) % 4]!];
    const others = LABELS.filter((label) => !odd.includes(label));
    const [answer, negated_answer] = i % 2 === 0 ? [odd, others] : [others, odd];
    return {
      source: `q.jsonl:${i + 1}`,
      text: `Which one is of kind ${i}?`,
      options: LABELS.map((label) => `${label}. thing ${label} of ${i}`).join('\n'),
      answer,
      negated_answer,
      ...over(i),
    };
  });
}

export function statements(count: number): Sample[] {
  return Array.from({ length: count }, (_, i) => ({
    source: `s.jsonl:${i + 1}`,
    text: `Thing ${i} is small.`,
    truth: i % 2 === 0,
  }));
}

export function tripletOf(samples: readonly Sample[], over: Partial<TripletRun> = {}): TripletRun {
  return {
    method: 'triplet',
    test: NEGATION,
    scorer: { name: 'auto', readers: READERS },
    parameters: {},
    samples,
    minimum_pass_rate: 0.85,
    minimum_valid_rate: 0.6,
    margin: 0.05,
    alpha: 0.05,
    beta: 0.1,
    ...over,
  };
}

/** A prompt as its model sees it. */
export interface Asked {
  sample: Sample;
  arm: 'original' | 'placebo' | 'test_case';
  /** One that is right, and one that is not. */
  right: string;
  wrong: string;
  /** What is right for the original, and wrong for it. */
  plain: { right: string; wrong: string };
  chance: () => number;
}

export type Ways = (asked: Asked) => string;

const WHICH = /kind (\d+)|Thing (\d+)/;

/** A model that goes by its way, over these samples; `asked` are its prompts. */
export function animal(
  samples: readonly Sample[],
  way: Ways,
  seed = 1,
): Model & { asked: string[] } {
  const asked: string[] = [];
  const chance = chances(seed);
  return {
    hub: 'test',
    name: 'animal',
    asked,
    answer: async (prompt) => {
      asked.push(prompt);
      const [, question, statement] = WHICH.exec(prompt)!;
      const sample = samples.find(({ text }) =>
        text.includes(question ? `kind ${question}?` : `Thing ${statement} `),
      )!;
      const arm = prompt.includes(' not ')
        ? 'test_case'
        : PLACEBO.some((word) => prompt.includes(` ${word} `))
          ? 'placebo'
          : 'original';
      const [plain, changed] = answersOf(sample);
      const said = way({ sample, arm, ...(arm === 'test_case' ? changed : plain), plain, chance });
      if (said === 'down')
        throw Object.assign(new Failure('the endpoint is down', 'timeout'), { transient: true });
      return { text: said };
    },
  };
}

function answersOf({ truth, answer, negated_answer }: Sample): [Asked['plain'], Asked['plain']] {
  if (truth !== undefined) {
    const plain = truth ? { right: 'True', wrong: 'False' } : { right: 'False', wrong: 'True' };
    return [plain, { right: plain.wrong, wrong: plain.right }];
  }
  return [
    { right: answer![0]!, wrong: negated_answer![0]! },
    { right: negated_answer![0]!, wrong: answer![0]! },
  ];
}

/**
 * Upset by any edit in three rows of ten as they come to be asked, whatever their order; all else
 * it knows, and reads.
 */
export function upset(): Ways {
  const rows: string[] = [];
  return ({ sample, arm, right, wrong }) => {
    if (!rows.includes(sample.source)) rows.push(sample.source);
    return arm !== 'original' && [3, 6, 9].includes(rows.indexOf(sample.source) % 10)
      ? wrong
      : right;
  };
}

/** The same for the same text, whatever else is asked. */
export const fixed = (text: string, share: number) => (hash(text) % 1000) / 1000 < share;
