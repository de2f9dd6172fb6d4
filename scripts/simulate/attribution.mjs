// Attribution, from the first row of the verdict on: a head with changed parts is asked beside its
// base until it is red, and the parts that broke its rows are searched for.
import { MAX_REQUESTS, searchParts } from '../../src/engine/attribution/search.ts';
import { Decider } from '../../src/engine/methods/decision.ts';
import { drawFrom } from '../../src/engine/random.ts';
import { lessThan, meanOf, moreThan, percent, shareOf, tableOf } from '../kit/figures.mjs';
import { PLAN_BESIDE_BASE, chanceFrom, lossOf } from './kit.mjs';

/**
 * @typedef {ReturnType<typeof cells>[number]} Cell
 * @typedef {import('./table.ts').Played<Cell, typeof simulate>} Played
 */

const NOISE = [0, 0.01, 0.02, 0.05];
/**
 * `share`: of the rows that the guilty parts break; all guilty parts have to be in the head
 * (`together`), or each breaks rows of its own (`apart`). `borderline`: share of the rows whose
 * answer any edit draws anew; `alike`: both harmless edits draw the same one.
 */
const KINDS = {
  'one of 2 to 6 parts breaks 30 % of the rows': { culprits: 1, share: 0.3 },
  'one of 2 to 6 parts breaks 60 %': { culprits: 1, share: 0.6 },
  'one of 2 to 6 parts breaks all rows': { culprits: 1, share: 1 },
  'the only part breaks 30 %': { culprits: 1, share: 0.3, parts: 1 },
  'one of 8 parts breaks 30 %': { culprits: 1, share: 0.3, parts: 8 },
  'two parts, only together': { culprits: 2, share: 0.3, together: true },
  'two parts, different rows': { culprits: 2, share: 0.6, apart: true },
  'no part, a quarter borderline': { culprits: 0, borderline: 0.25 },
  'no part, all borderline': { culprits: 0, borderline: 1 },
  'no part, all borderline, both edits alike': { culprits: 0, borderline: 1, alike: true },
  'one part of 30 %, a quarter borderline': { culprits: 1, share: 0.3, borderline: 0.25 },
};
const [CONTROL, ALL] = ['nothing', 'all'];
const ARMS_OF_ROW = 3;
/** A head that is not red has no attribution: another one is drawn. */
const MOST_HEADS = 200;

/** @param {number} runs */
export function cells(runs) {
  return Object.keys(KINDS).flatMap((kind) => NOISE.map((noise) => ({ kind, noise, runs })));
}

/** @param {Cell} cell */
export async function simulate({ kind, noise, runs }) {
  const chance = chanceFrom('attribution', kind, noise);
  const draw = drawFrom('attribution', kind, noise);
  const { culprits, share = 0, together, apart, borderline = 0, alike, parts: given } = KINDS[kind];
  const decider = new Decider(PLAN_BESIDE_BASE);
  const count = { right: 0, partly: 0, wrong: 0, silent: 0 };
  const requests = [];
  for (let i = 0; i < runs; i++) {
    const parts = given ?? Math.max(2 + draw(5), culprits);
    const guilty = Array.from({ length: culprits }, (_, part) => part);
    const verdict = redVerdict(parts, guilty);
    if (!verdict) continue;
    const asker = askerOf(verdict);
    const found = await searchParts(asker, { candidates: verdict.broken, parts });
    requests.push(asker.sent);
    if (!('findings' in found)) {
      count.silent++;
      continue;
    }
    const named = found.findings.parts.flatMap(({ isNamed }, part) => (isNamed ? [part] : []));
    const isOf = (part) => guilty.some((one) => asker.groupOf(one) === part);
    const all = new Set(guilty.map((part) => asker.groupOf(part)));
    if (named.some((part) => !isOf(part))) count.wrong++;
    else if (named.length === all.size && culprits > 0) count.right++;
    else if (named.length > 0) count.partly++;
  }
  const played = requests.length;
  const share_ = (name) => shareOf(count[name], played);
  return {
    played,
    right: share_('right'),
    partly: share_('partly'),
    wrong: share_('wrong'),
    silent: share_('silent'),
    requests: meanOf(requests),
    most: Math.max(...requests),
  };

  function redVerdict(parts, guilty) {
    for (let tries = 0; tries < MOST_HEADS; tries++) {
      const rows = Array.from({ length: PLAN_BESIDE_BASE.rows }, () => rowOf(guilty));
      const seen = rows.map((row) => {
        const [now, before] = [armsOf(row, CONTROL), armsOf(row, ALL)];
        return /** @type {any} */ ({
          row,
          now,
          before,
          known: now.original,
          steady: now.placebo,
          valid: now.original && now.placebo,
          right: now.test_case,
          compared: {
            known: lossOf(before.original, now.original),
            sensitive: lossOf(isSensitive(before), isSensitive(now)),
          },
        });
      });
      const decision = decider.decide(seen);
      if (decision.outcome !== 'fail') continue;
      // A base that fails by itself ends the search before it begins.
      const ofBase = seen.slice(0, decision.rowCount).map(({ before }) => ({
        known: before.original,
        steady: before.placebo,
        valid: before.original && before.placebo,
        right: before.test_case,
      }));
      const { sensitive, valid, steady } = decider.decide(ofBase);
      const isRegression = Object.values(decision.comparisons).includes('regression');
      if (!isRegression && [sensitive, valid, steady].includes('bad')) continue;
      const asked = seen.slice(0, decision.rowCount);
      const broken = asked
        .filter(({ now, before }) => isSensitive(before) && !isSensitive(now))
        .map(({ row, now }) => ({ ...row, arms: brokenArms(now) }));
      return { broken, open: rows.slice(decision.rowCount), parts };
    }
    return undefined;
  }

  function rowOf(guilty) {
    if (chance(borderline)) return { blame: [], loose: 0.2 + 0.6 * (draw(1000) / 1000) };
    const isBroken = chance(share);
    if (!isBroken) return { blame: [] };
    return { blame: apart ? [guilty[draw(guilty.length)]] : guilty };
  }

  /** Which arms are right of the head with this reverted. `edit` says which answer is drawn. */
  function armsOf(row, reverted, edit) {
    const isReverted = (part) => reverted === ALL || reverted === part;
    const blamed = row.blame.filter((part) => !isReverted(part));
    const isBroken =
      row.blame.length > 0 && (together ? blamed.length === row.blame.length : blamed.length > 0);
    const arm = () => !chance(noise);
    const test_case = arm() && !isBroken && !isLoose(row, reverted, edit);
    return { original: arm(), placebo: arm(), test_case };
  }

  function isLoose(row, reverted, edit) {
    if (row.loose === undefined) return false;
    if (!alike || edit === undefined) return chance(row.loose);
    row.drawn ??= new Map();
    const key = edit === 3 ? 'confirmed' : String(reverted);
    if (!row.drawn.has(key)) row.drawn.set(key, chance(row.loose));
    return row.drawn.get(key);
  }

  function askerOf({ open, parts }) {
    let sent = 0;
    let groups = Array.from({ length: parts }, (_, part) => [part]);
    return {
      get sent() {
        return sent;
      },
      groupOf: (part) => groups.findIndex((group) => group.includes(part)),
      costOf: ({ arms }) => arms.length,
      costOfNew: 2 * ARMS_OF_ROW,
      requestsLeft: () => MAX_REQUESTS - sent,
      joinParts(most) {
        while (groups.length > most) groups = [groups[0].concat(groups[1]), ...groups.slice(2)];
      },
      async ask(rows, reverted, edit) {
        const group = typeof reverted === 'number' ? groups[reverted] : undefined;
        const own = group?.find((part) => part < culprits) ?? group?.[0] ?? reverted;
        return rows.map((row) => {
          sent += row.arms.length;
          const arms = armsOf(row, own, edit);
          return row.arms.every((arm) => arms[arm]);
        });
      },
      async findBrokenRows(most) {
        const asked = open.splice(0, most);
        const broken = asked.flatMap((row) => {
          const now = armsOf(row, CONTROL);
          sent += ARMS_OF_ROW;
          if (isSensitive(now)) return [];
          sent += ARMS_OF_ROW;
          return isSensitive(armsOf(row, ALL)) ? [{ ...row, arms: brokenArms(now) }] : [];
        });
        return { broken, asked: asked.length };
      },
    };
  }
}

function isSensitive({ original, placebo, test_case }) {
  return original && placebo && test_case;
}

function brokenArms(now) {
  return ['original', ...['placebo', 'test_case'].filter((arm) => !now[arm])];
}

/** @param {Played[]} found */
export function tableText(found) {
  const lines = found.map(({ cell, right, partly, wrong, silent, requests, most }) => [
    cell.kind,
    cell.noise,
    percent(right),
    percent(partly),
    percent(wrong),
    percent(silent),
    requests.value.toFixed(0),
    most,
  ]);
  const title = `Parts named by attribution, in % of red heads: ${found[0].cell.runs} heads a line`;
  const columns = ['rows broken by', 'wrong by chance', 'all named', 'one of two', 'a wrong part'];
  return `${title}\n\n${tableOf([...columns, 'too few rows', 'requests', 'most'], lines)}`;
}

/** @param {Played[]} found */
export function claims(found) {
  return found.flatMap(({ cell: { kind, noise }, right, partly, wrong, most }) => {
    const { culprits, together, apart, borderline, alike } = KINDS[kind];
    const where = `${kind}, ${100 * noise} % wrong by chance`;
    const capped = { text: `requests, ${where}: ${most}, at most 250`, holds: most <= 250 };
    const innocent = lessThan(`a wrong part named, ${where}`, wrong, alike ? 0.06 : 0.02);
    if (together)
      return [
        capped,
        innocent,
        moreThan(`both named, ${where}`, right, 0.93),
        lessThan(`one of both named, ${where}`, partly, 0.04),
      ];
    if (apart || culprits === 0) return [capped, innocent];
    let least = noise > 0.02 ? 0.93 : 0.95;
    if (borderline) least = noise > 0.02 ? 0.85 : 0.93;
    return [capped, innocent, moreThan(`the right part named, ${where}`, right, least)];
  });
}
