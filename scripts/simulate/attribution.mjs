// Attribution: a head with several changed parts, the rows that broke, and which part is named.
import { lessThan, moreThan, percent, shareOf, tableOf } from '../kit/figures.mjs';

const ASKS = 2;
/**
 * Each kind says which parts break a row (`blame`): it is wrong while all of them are in the head
 * (`together`), or while one is. A row that no part breaks was wrong by chance.
 */
const KINDS = {
  'one part breaks the rows': { culprits: 1 },
  'borderline rows, no part': { culprits: 0 },
  'two parts, only together': { culprits: 2, together: true },
  'two parts, each the same rows': { culprits: 2 },
  'two parts, different rows': { culprits: 2, apart: true },
};
/** Share of the rows that the change breaks. */
const BROKEN_SHARE = 0.3;

export function cells(runs) {
  const heads = Math.max(20, Math.ceil(runs / 10));
  return Object.keys(KINDS).flatMap((kind) =>
    [0, 0.02, 0.05].map((noise) => ({ kind, noise, runs: heads })),
  );
}

export async function simulate(kit, { kind, noise, runs }) {
  const chance = kit.chanceFrom('attribution', kind, noise);
  const draw = kit.drawFrom('attribution', kind, noise);
  const { culprits, together = false, apart = false } = KINDS[kind];
  let [right, partly, wrong] = [0, 0, 0];
  for (let i = 0; i < runs; i++) {
    const parts = 2 + draw(5);
    const guilty = [0, 1].slice(0, culprits);
    const rows = Array.from({ length: 5 + draw(4) }, () => rowOf());
    const ask = (row, reverted) => !breaks(row, reverted) && !chance(row.noise);
    const asksOf = (reverted) =>
      rows.map((row) => Array.from({ length: ASKS }, () => ask(row, reverted)));
    const found = kit.attribute(
      asksOf(undefined),
      Array.from({ length: parts }, (_, part) => asksOf(part)),
    );
    const named = found.parts.flatMap(({ isNamed }, part) => (isNamed ? [part] : []));
    if (named.some((part) => !guilty.includes(part))) wrong++;
    else if (named.length === guilty.length && (!together || found.kind === 'together')) right++;
    else if (named.length > 0) partly++;

    /**
     * A row that the base answers right and the head wrong: the change broke it, or one of the two
     * was wrong by chance.
     */
    function rowOf() {
      // Temperature 0 and near to another answer: any edit draws the row anew.
      if (culprits === 0) return { blame: [], noise: 0.2 + 0.6 * (draw(1000) / 1000) };
      const byChance = (1 - BROKEN_SHARE) * noise * (1 - noise);
      if (chance(byChance / (byChance + BROKEN_SHARE * (1 - noise)))) return { blame: [], noise };
      return { blame: apart ? [guilty[draw(2)]] : guilty, noise };
    }
  }
  return {
    right: shareOf(right, runs),
    partly: shareOf(partly, runs),
    wrong: shareOf(wrong, runs),
  };

  function breaks({ blame }, reverted) {
    if (blame.length === 0) return false;
    return together || blame.length === 1 ? !blame.includes(reverted) : true;
  }
}

export function print(found) {
  const lines = found.map(({ cell, right, partly, wrong }) => [
    cell.kind,
    cell.noise,
    percent(right),
    percent(partly),
    percent(wrong),
  ]);
  const title = `Parts named by attribution, in % of heads: 2 to 6 changed parts, 5 to 8 broken rows, ${found[0].cell.runs} heads a line`;
  return `${title}\n\n${tableOf(['rows broken by', 'wrong by chance', 'as it is', 'one of two', 'a wrong part'], lines)}`;
}

export function claims(found) {
  return found.flatMap(({ cell: { kind, noise }, right, partly, wrong }) => {
    const where = `${kind}, ${100 * noise} % wrong by chance`;
    const innocent = lessThan(`a wrong part named, ${where}`, wrong, 0.02);
    if (kind === 'one part breaks the rows')
      return [innocent, moreThan(`the right part named, ${where}`, right, 0.95)];
    if (kind !== 'two parts, only together') return [innocent];
    return [
      innocent,
      moreThan(`both named, ${where}`, right, 0.9),
      lessThan(`one of both named, ${where}`, partly, 0.04),
    ];
  });
}
