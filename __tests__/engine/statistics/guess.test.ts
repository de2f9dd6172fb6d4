import { guessOf, guessProblem, type GuessedRow } from '../../../src/engine/statistics/guess.ts';

const options = ['A', 'B', 'C', 'D'].map((label) => ({ label, text: `thing ${label}` }));
const row = (...right: string[]): GuessedRow => ({ options, right });
const statement = (right: string): GuessedRow => ({
  options: [
    { label: 'true', text: 'true' },
    { label: 'false', text: 'false' },
  ],
  right: [right],
});

describe('what knowing nothing is worth', () => {
  it.each<[string, GuessedRow[], number, number]>([
    ['three of four', [row('A', 'B', 'C'), row('B', 'C', 'D')], 0.75, 1],
    [
      'one of four and three of four',
      [row('A'), row('B', 'C', 'D'), row('B'), row('A', 'C', 'D')],
      0.5,
      0.5,
    ],
    ['statements, balanced', [statement('true'), statement('false')], 0.5, 0.5],
    ['statements, all true before', Array.from({ length: 4 }, () => statement('false')), 0.5, 1],
  ])('%s', (_, rows, g, h) => {
    expect(guessOf(rows)).toEqual({ g, h });
  });

  it('sees one and the same text behind other labels', () => {
    const shuffled = (right: string, texts: string[]) => ({
      options: texts.map((text, i) => ({ label: 'AB'[i]!, text })),
      right: [right],
    });
    expect(guessOf([shuffled('A', ['No', 'Yes']), shuffled('B', ['Yes', 'no'])])).toEqual({
      g: 0.5,
      h: 1,
    });
    expect(guessOf([])).toBeUndefined();
  });

  it('says what to do about a minimum that is too low', () => {
    expect(guessProblem(0.85, { g: 0.5, h: 0.5 })).toBeUndefined();
    expect(guessProblem(0.6, { g: 0.5, h: 0.5 })).toBeUndefined();
    expect(guessProblem(0.8, { g: 0.75, h: 1 })).toEqual({
      error: expect.stringMatching(/75\.0 %.*0\.85 or more/),
    });
    expect(guessProblem(0.85, { g: 0.5, h: 0.9 })).toEqual({
      warning: expect.stringMatching(/90\.0 %.*Balance the data.*1\.00 or more/),
    });
  });

  it('never asks for a minimum above 1: where none helps, the data have to', () => {
    for (const minimum of [0, 0.5, 0.85, 1])
      for (let g = 0; g <= 1; g += 0.01)
        for (const h of [g, (g + 1) / 2, 1]) {
          const said = JSON.stringify(guessProblem(minimum, { g, h }) ?? '');
          const [, least] = /[Ss]et it to (\d\.\d\d) or more/.exec(said) ?? [];
          if (least !== undefined)
            expect(guessProblem(Number(least), { g, h }) ?? {}).not.toHaveProperty('error');
          expect(Number(least ?? 0)).toBeLessThanOrEqual(1);
        }
    expect(guessProblem(0.85, { g: 0.5, h: 1 })).toEqual({
      warning: expect.stringMatching(/100\.0 %.*no min_pass_rate.*wrong ones\.$/),
    });
    expect(guessProblem(0.85, { g: 0.95, h: 1 })).toEqual({
      error: expect.stringMatching(/no min_pass_rate.*more options/),
    });
  });
});
