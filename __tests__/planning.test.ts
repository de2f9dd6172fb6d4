import { readFile } from 'node:fs/promises';

/** Quantiles of the normal distribution: 0.95, one-sided, and 0.8. */
const [ALPHA, POWER] = [1.6448536269514722, 0.8416212335729143];

/**
 * Pairs of rows needed to see a drop between two runs over the same rows, one-sided, by McNemar's
 * test, d the share of rows that the runs decide differently. Connett, Smith and McHugh, Statistics
 * in Medicine 6 (1987) 53-59.
 */
const pairsForDrop = (drop: number, d: number) =>
  Math.ceil(((ALPHA * Math.sqrt(d) + POWER * Math.sqrt(d - drop ** 2)) / drop) ** 2);

it('docs/internals/measurements.md has the numbers of pairs by this formula', async () => {
  const lines = (await readFile('docs/internals/measurements.md', 'utf8')).split('\n');
  const from = lines.findIndex((line) => line.startsWith('| to find a drop of')) + 2;
  const to = lines.findIndex((line, at) => at > from && !line.startsWith('|'));
  const rows = lines.slice(from, to).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => Number.parseFloat(cell)),
  );
  expect(rows).toHaveLength(5);
  for (const [drop, discordant, pairs] of rows)
    expect(pairsForDrop(drop! / 100, discordant! / 100)).toBe(pairs);
});
