// npm run pulls: plays pull requests through the command line. Each changes prompt, name or a
// parameter of a scripted model, and the table says which part the gate names. Build first:
// npm run bundle.
//
//   node scripts/pulls.ts [--smoke] [--dist DIR]     --smoke: three of them
import { hash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { isJudged, knowingJudge } from '../__tests__/support/scripted-judge.ts';
import { startModelServer } from '../__tests__/support/model-server.ts';
import type { ChangedPart } from '../src/run/results.ts';
import { CONFIG, runGate } from './kit/gate.ts';
import { printClaims, tableOf } from './kit/print.ts';
import changes from './pulls/changes.json' with { type: 'json' };
import { TESTS } from './pulls/tests.ts';

const { values } = parseArgs({
  options: {
    smoke: { type: 'boolean', default: false },
    dist: { type: 'string', default: 'dist' },
  },
});
const AT_A_TIME = 2;
const PULLS = 98;
const PROMPT = 'prompts/system.txt';
/** Lines that make the scripted model worse, each by itself unless a change says otherwise. */
const GUILTY = ['Skip the small words.', 'Trust the first reading.'];
/** Shares of answers that are wrong by themselves, and of rows that the guilty part breaks. */
const NOISE = [0, 0.02, 0.05];
const SHARES = [1, 0.6, 0.3];

/** The change of a pull request (pulls/changes.json), under its name in the table. */
interface Change {
  /** Number of lines of the prompt. */
  total: number;
  /** Lines that the head changes. */
  changed: number[];
  /** The changed lines that break rows. */
  guilty?: number[];
  /**
   * In place of `guilty`: the one guilty line, which is the first, second and third of these for
   * one test after the other.
   */
  guiltyByTurn?: number[];
  /**
   * How two guilty lines break rows: only `together`; `apart`, each its own rows; or `alike`, with
   * the same text.
   */
  manner?: string;
  /** All sentences stand in the first line. */
  isOneLine?: boolean;
  model?: { name?: string; temperature?: number };
  /** Text that a request has if it has the guilty part; by default the guilty lines. */
  marker?: string;
  /** Places of the guilty parts in the report; by default the guilty lines. */
  places?: string[];
}

/** The element of a list at a turn: after the last comes the first again. */
function inTurn<T>(list: readonly T[], turn: number) {
  const [element] = list.slice(turn % list.length);
  if (element === undefined) throw new Error('The list is empty.');
  return element;
}

type Pull = ReturnType<typeof makePulls>[number];

/** Each change of changes.json under each test, and changes of many lines, up to `PULLS` in all. */
function makePulls() {
  const listed = TESTS.flatMap((test, turn) =>
    Object.entries<Change>(changes).map(([form, change]) => {
      const { guiltyByTurn } = change;
      const guilty = guiltyByTurn ? [inTurn(guiltyByTurn, turn)] : (change.guilty ?? []);
      return { form, test, change: { ...change, guilty } };
    }),
  );
  // Changes of 2 to 12 lines, one of which is guilty: above eight, a joined part holds it.
  const many = Array.from({ length: PULLS - listed.length }, (_, turn) => {
    const count = 2 + (turn % 11);
    const changed = Array.from({ length: count }, (__, i) => 2 + 3 * i);
    const guilty = [inTurn(changed, 5 * turn)];
    const change: Change & { guilty: number[] } = { total: 3 * count + 2, changed, guilty };
    return { form: `${count} lines`, test: inTurn(TESTS, turn), change };
  });
  return [...listed, ...many].map(({ form, test, change }, nth) => {
    const { guilty, marker } = change;
    const markers = marker ? [marker] : GUILTY.slice(0, guilty.length);
    const places = change.places ?? guilty.map((line) => `${PROMPT}:${line}`);
    const noise = inTurn(NOISE, nth);
    const share = inTurn(SHARES, nth + Math.floor(nth / 3));
    return { ...change, nth, form, test, noise, share, markers, places };
  });
}

function promptOf({ total, changed, guilty, isOneLine, manner }: Pull, isHead: boolean) {
  const lines = Array.from({ length: total }, (_, i) => {
    const nth = i + 1;
    const isNew = isHead && changed.includes(nth);
    if (isNew && guilty.includes(nth)) return GUILTY[manner === 'alike' ? 0 : guilty.indexOf(nth)];
    return `Rule ${nth}: keep to ${isNew ? 'the new ' : ''}house style ${nth}.`;
  });
  return lines.join(isOneLine ? ' ' : '\n');
}

function filesOf(pull: Pull, url: string, isHead: boolean) {
  const { name = 'careful-model', temperature = 0 } = (isHead && pull.model) || {};
  const config = {
    // The name stands in line 4, the temperature in line 7.
    model: {
      hub: 'openai',
      name,
      base_url: `${url}/v1`,
      parameters: { temperature },
      retries: 0,
      system_prompt_file: PROMPT,
    },
    data: { source: 'rows.jsonl', limit: 100 },
    evaluation: { compare: 'base' },
    tests: { sensitivity: pull.test.sensitivity },
  };
  return {
    [CONFIG]: JSON.stringify(config, null, 2),
    [PROMPT]: `${promptOf(pull, isHead)}\n`,
    'rows.jsonl': Array.from({ length: 100 }, (_, i) => JSON.stringify(pull.test.row(i))).join(
      '\n',
    ),
  };
}

/** A share between 0 and 1 that depends on the words alone, on every machine. */
function drawn(...words: unknown[]) {
  return hash('sha256', JSON.stringify(words), 'buffer').readUInt32BE(0) / 2 ** 32;
}

/** Whether the model has the fault of this pull request when it answers a request. */
function isBad(pull: Pull, prompt: string, body: string) {
  const { nth, markers, manner, share } = pull;
  if (markers.length === 0) {
    // No part is guilty: any prompt but the base's draws each answer anew.
    const isOfBase = body.includes(`${JSON.stringify(promptOf(pull, false))}}`);
    return !isOfBase && drawn('borderline', nth, body) < 0.5;
  }
  const row = /number (\d+)/.exec(prompt)?.[1];
  if (drawn('row', nth, row) >= share) return false;
  if (manner === 'apart') return body.includes(inTurn(markers, Math.floor(Number(row) / 2)));
  return markers.every((marker) => body.includes(marker));
}

/** Commits the base, changes it to the head, runs the gate, and reads what it names. */
async function play(pull: Pull) {
  const { test } = pull;
  const server = await startModelServer({
    answer(prompt, request) {
      if (test.judge && isJudged(prompt)) return knowingJudge(test.judge)(prompt, request);
      const body = JSON.stringify(request.body);
      const isWrong = drawn('noise', pull.nth, body) < pull.noise;
      const isBroken = test.isAffected(prompt) && isBad(pull, prompt, body);
      return test.answer(prompt, isBroken !== isWrong);
    },
  });
  const { outcome, attribution } = await runGate({
    dist: values.dist,
    base: filesOf(pull, server.url, false),
    head: filesOf(pull, server.url, true),
  });
  await server.close();
  const { kind = 'none at all', requests = 0 } = attribution ?? {};
  const parts = attribution && 'parts' in attribution ? attribution.parts : [];
  return { ...pull, outcome, named: partsNamed(pull, parts) ?? kind, requests };
}

/** Compares the named parts with the guilty ones; undefined if none is named, or not all. */
function partsNamed({ places, isOneLine, manner }: Pull, parts: ChangedPart[]) {
  const named = parts.filter((part) => part.is_named);
  const right = named.filter(
    (part) =>
      places.some((wanted) => isAt(part.name, wanted)) &&
      (!isOneLine || part.places.some(({ head }) => head.includes(inTurn(GUILTY, 0)))),
  );
  if (right.length < named.length) return 'a wrong part';
  const least = manner === 'apart' ? 1 : places.length;
  if (right.length === 0 || right.length < least) return undefined;
  // The guilty line is named beside others if too many parts were joined.
  return named.some(({ name }) => places.includes(name)) ? 'right' : 'right, joined';
}

/** True if a place of the report, such as `a.txt:1, 6`, is or holds the wanted one. */
function isAt(place: string, wanted: string) {
  const [file, lines = ''] = place.split(':');
  const places = lines.split(', ').map((line) => `${file}:${line}`);
  return place === wanted || places.includes(wanted);
}

const chosen = makePulls().filter(({ nth }) => !values.smoke || nth % 34 === 0);
const queue = chosen.values();
type Played = Awaited<ReturnType<typeof play>>;
const played: Played[] = [];
const work = async () => {
  for (const pull of queue) played[chosen.indexOf(pull)] = await play(pull);
};
await Promise.all(Array.from({ length: AT_A_TIME }, work));

const columns = ['change', 'test', 'noise', 'rows broken', 'verdict', 'named', 'requests'];
const lines = played.map(({ form, test, noise, share, outcome, named, requests }) => [
  form,
  Object.keys(test.sensitivity).join(),
  `${100 * noise} %`,
  `${100 * share} %`,
  outcome,
  named,
  requests,
]);
console.log(tableOf(columns, lines));

const red = played.filter(({ outcome }) => outcome === 'fail');
const ofOnePart = red.filter(({ markers }) => markers.length === 1);
/**
 * Each claim: its words, the least share of the pull requests, these, and whether one fulfils it.
 */
const CLAIMS: [string, number, Played[], (pull: Played) => boolean][] = [
  ['right, one guilty part', 0.95, ofOnePart, ({ named }) => named.startsWith('right')],
  ['no wrong part', 0.98, red, ({ named }) => named !== 'a wrong part'],
  ['a finding or a sentence', 1, red, ({ named }) => named !== 'none at all'],
  ['at most 250 requests', 1, red, ({ requests }) => requests <= 250],
];
console.log(`\n${red.length} of ${played.length} are red.`);
printClaims(
  CLAIMS.map(([claim, leastShare, pulls, fulfils]) => {
    const count = pulls.filter(fulfils).length;
    const text = `${claim}: ${count} of ${pulls.length}, at least ${100 * leastShare} %`;
    return { text, holds: count >= leastShare * pulls.length };
  }),
);
