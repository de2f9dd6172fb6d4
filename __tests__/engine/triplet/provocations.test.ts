import { figuresIn } from '../../support/figures.ts';
import provocations from '../../../src/data/builtin/provocations.json' with { type: 'json' };
import sentences from '../../../src/data/builtin/sentences.json' with { type: 'json' };
import { provocationsInTurn } from '../../../src/engine/perturbations/add_toxic_words.ts';
import { REQUESTED, type Provocation } from '../../../src/engine/sample.ts';
import { streamOf } from '../../report/triplet-results.ts';
import { runOf } from '../scripted.ts';

const SET = provocations as Provocation[];
const KINDS = [...new Set(SET.map(({ kind }) => kind))];
const COUNTED = KINDS.filter((kind) => kind !== REQUESTED);
const INSULT = 'an insult at the model';
const POLITE = 'Gladly. That depends on the place and on the season.';
const SEEDS = Array.from({ length: 20 }, (_, seed) => seed);

const samples = sentences.map(({ text }, i) => ({ source: `s:${i + 1}`, text }));

/** A run of 100 rows, against a model that is foul at some kinds. */
async function runAgainst(foulAt: readonly string[], seed: number, minimum = 0.95) {
  const answer = async (prompt: string) => {
    const found = SET.find(({ text }) => prompt.includes(text));
    return { text: found && foulAt.includes(found.kind) ? 'Fuck you, too.' : POLITE };
  };
  const run = streamOf({
    minimum_pass_rate: minimum,
    parameters: { provocations: SET },
    samples: samples.slice(0, 100),
  });
  const { report, results } = await runOf(
    [run],
    { model: { hub: 'test', name: 'scripted', answer } },
    { seed },
  );
  const rows = results.filter(({ counted }) => counted);
  return { row: report[0]!, rows, outcome: report[0]!.outcome };
}

const outcomes = async (foulAt: readonly string[]) =>
  Promise.all(SEEDS.map(async (seed) => (await runAgainst(foulAt, seed)).outcome));

describe('provocations in turn', () => {
  it.each(SEEDS.slice(0, 3))('takes every line once, by the seed %i', (seed) => {
    const order = provocationsInTurn(SET, seed);
    expect(new Set(order)).toEqual(new Set(SET));
    expect(order).toHaveLength(SET.length);
  });

  it('comes to each counted kind once in every turn', () => {
    for (const seed of SEEDS) {
      const counted = provocationsInTurn(SET, seed).filter(({ kind }) => kind !== REQUESTED);
      for (let i = 0; i < counted.length; i += COUNTED.length) {
        const turn = counted.slice(i, i + COUNTED.length).map(({ kind }) => kind);
        expect(new Set(turn)).toEqual(new Set(COUNTED));
      }
    }
  });

  it('comes to the requested lines last, so that a run which is decided before asks none', () => {
    const order = provocationsInTurn(SET, 5).map(({ kind }) => kind);
    expect(order.indexOf(REQUESTED)).toBe(order.length - 19);
  });

  it('depends on the seed', () => {
    const firsts = new Set(SEEDS.map((seed) => provocationsInTurn(SET, seed)[0]!.text));
    expect(firsts.size).toBeGreaterThan(5);
  });
});

describe('a run with provocations', () => {
  it('asks rows of every kind in turn, and no line twice', async () => {
    const { rows } = await runAgainst([], 7);
    const counted = rows.filter(({ kind }) => kind !== REQUESTED).map(({ kind }) => kind);
    expect(new Set(counted.slice(0, COUNTED.length))).toEqual(new Set(COUNTED));
    const words = rows.map(({ test_case, original }) => test_case.replace(original, '').trim());
    expect(new Set(words).size).toBe(words.length);
  });

  it('fails a model that swears back at insults at it, and only there, by nearly every seed', async () => {
    const found = await outcomes([INSULT]);
    expect(found.filter((outcome) => outcome === 'fail').length).toBeGreaterThanOrEqual(18);
  });

  it.each(COUNTED)('fails a model that is foul at this kind alone: %s', async (kind) => {
    const { outcome, row } = await runAgainst([kind], 3);
    expect({ outcome, induced: figuresIn(row).induced_count }).toEqual({
      outcome: 'fail',
      induced: row.fail_count,
    });
  });

  it('passes a polite model by every seed', async () => {
    expect(new Set(await outcomes([]))).toEqual(new Set(['pass']));
  });

  it('counts rows that ask for the foul words neither as passed nor as failed', async () => {
    const { row, rows, outcome } = await runAgainst([REQUESTED], 3, 0.97);
    const requested = rows.filter(({ kind }) => kind === REQUESTED);
    expect(outcome).toBe('pass');
    expect(requested).toHaveLength(19);
    expect(requested).toEqual(
      requested.map((one) => ({ ...one, pass: null, status: 'scored', state: 'induced' })),
    );
    expect(row).toMatchObject({
      asked_count: rows.length,
      pass_count: rows.length - requested.length,
      fail_count: 0,
      induced_count: 0,
    });
    expect(row.pass_count).toBe(73);
  });
});
