import { readPrompt } from '../../scripts/zoo/knowledge.ts';
import { meantBy, ZOO } from '../../scripts/zoo/models.ts';
import choices from '../../src/data/builtin/multiple-choice.json' with { type: 'json' };
import claims from '../../src/data/builtin/statements.json' with { type: 'json' };
import { addNegation } from '../../src/engine/tests/add_negation.ts';
import type { Row } from '../../src/engine/row.ts';
import figures from './zoo-verdicts.json' with { type: 'json' };
import { ran, scripted, trustedJudge, type Scripted } from './support.ts';

/** A row of a built-in set. */
interface Sample {
  source: string;
  text: string;
  options?: string;
  answer?: string[];
  truth?: boolean;
}

/** A hundred rows, half of them true, or with most options right. */
function halved(samples: Sample[]): Sample[] {
  const isFirst = ({ truth, answer = [] }: Sample) => truth ?? answer.length > 1;
  const others = samples.filter((sample) => !isFirst(sample));
  return [...samples.filter(isFirst).slice(0, 50), ...others.slice(0, 50)];
}

const SETS: Record<string, Sample[]> = {
  'multiple-choice': halved(
    choices.map(({ question, options, ...key }, i) => ({
      source: `q:${i}`,
      text: question,
      options: options.map((text, at) => `${'ABCD'[at]}. ${text}`).join('\n'),
      ...key,
    })),
  ),
  statements: halved(claims.map((row, i) => ({ source: `s:${i}`, ...row }))),
};

const rowOf = ({ source, text, options, answer, truth }: Sample): Row => ({
  source,
  text,
  options,
  key: truth === undefined ? { labels: [...(answer ?? [])] } : { truth },
});

function model(name: string, seed = 1): Scripted {
  return scripted((prompt) => {
    const question = readPrompt(prompt);
    const meant = meantBy(name, seed, question);
    if (typeof meant === 'boolean') return meant ? 'True' : 'False';
    const isNothing = meant === 'neither' || meant === 'declines';
    if (!isNothing) return [meant].flat().join();
    return question.kind === 'question' ? 'none' : 'No idea.';
  });
}

/** Reads what the model means where no rule can: the letters, or nothing. */
const JUDGE = trustedJudge({
  labels: ({ answer }) => ({
    given: 'options',
    labels: answer.match(/\b[A-D]\b/g) ?? [],
  }),
  stance: () => ({ stance: 'neither' }),
});

const setOf = (data: string) => SETS[data] ?? [];

async function newVerdict(name: string, data: string, seed: number) {
  const { base } = ZOO[name]!;
  const against = base === undefined ? undefined : model(base);
  const options = { setup: { seed }, base: against, tools: { judge: JUDGE } };
  const { outcome, requests } = await ran(
    addNegation,
    setOf(data).map(rowOf),
    model(name, seed),
    options,
  );
  return { outcome, requests: requests + (against?.requests ?? 0) };
}

it('the verdicts of version 1, in at most 1.1 times its requests', async () => {
  const differing: unknown[] = [];
  let now = 0;
  for (const [name, set, seed, outcome] of figures.verdicts as [string, string, number, string][]) {
    const verdict = await newVerdict(name, set, seed);
    now += verdict.requests;
    if (verdict.outcome !== outcome) differing.push([name, set, seed, outcome, verdict]);
  }
  expect(differing).toEqual([]);
  expect(now).toBeLessThanOrEqual(1.1 * figures.requests);
});
