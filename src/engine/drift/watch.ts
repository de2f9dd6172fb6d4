import {
  dispersionOf,
  MIN_P,
  nightP,
  NO_DRIFT,
  addToTallies,
  addNight,
  type DriftState,
  type Outcomes,
  type Tally,
} from './drift.ts';
import { normalQuantile } from '../statistics/normal.ts';

export interface WatchNight {
  /** Digest of the model, its prompts and its endpoint. */
  subject: string;
  /** Digest of the rows and of how they are scored. */
  rows: string;
  outcomes: Outcomes;
  /** Absent for the first night of a record. */
  p?: number;
  worse: number;
  better: number;
  /**
   * `worse` on every night from an alarm until it is settled; `better` on the night of an alarm.
   */
  level?: 'worse' | 'better';
  /** The record starts anew with this night: the alarm before it was accepted. */
  anew?: true;
  /** Number of the issue on the last alarm, until the issue is closed. */
  issue?: number;
}

/** The nights of one subject and its rows. While an alarm is open, only those before it. */
export interface WatchRecord {
  nights: number;
  tallies: readonly Tally[];
  state: DriftState;
  isOpen: boolean;
  /** Nights in a row since the alarm that fit the record before it. */
  calm: number;
}

const EMPTY: WatchRecord = { nights: 0, tallies: [], state: NO_DRIFT, isOpen: false, calm: 0 };

/**
 * Puts together the nights of the same subject and rows, oldest first. Others, and an accepted
 * level, start the record anew.
 */
export function recordFor(
  nights: readonly WatchNight[],
  { subject, rows }: Pick<WatchNight, 'subject' | 'rows'>,
): WatchRecord {
  const isSame = (night: WatchNight) => night.subject === subject && night.rows === rows;
  const nightsOfRecord = nights.slice(nights.findLastIndex((night) => !isSame(night)) + 1);
  return nightsOfRecord.reduce(
    (record, night) => addToRecord(night.anew ? EMPTY : record, night),
    EMPTY,
  );
}

function addToRecord(
  record: WatchRecord,
  { outcomes, p, worse, better, level }: WatchNight,
): WatchRecord {
  if (level === 'better') return EMPTY;
  if (level === 'worse' || record.isOpen) {
    const calm = p !== undefined && p > CALM_P ? record.calm + 1 : 0;
    return {
      ...record,
      state: { ...record.state, worse: 0, better: 0 },
      isOpen: level === 'worse',
      calm: level ? calm : 0,
    };
  }
  const z = p === undefined ? [] : [normalQuantile(Math.max(p, MIN_P))];
  return {
    ...record,
    nights: record.nights + 1,
    tallies: addToTallies(outcomes, record.tallies),
    state: { worse, better, z: [...record.state.z, ...z] },
  };
}

/** With this share of silent rows a night is not compared: the endpoint failed, not the model. */
const MAX_SILENT_SHARE = 0.2;

export interface Silence {
  /** Rows that used to answer: in at least half of the nights. All rows in a first night. */
  usualCount: number;
  /** Those of them that have no answer tonight. */
  silent: number;
  isTooMuch: boolean;
}

/** @param silent indexes of tonight's rows without an answer */
export function silenceOf(
  { nights, tallies }: WatchRecord,
  { outcomes, silent }: { outcomes: Outcomes; silent: ReadonlySet<number> },
): Silence {
  const rows = [...outcomes].map((_, row) => row);
  const usualRows = rows.filter((row) => 2 * (tallies[row]?.nights ?? 0) >= nights);
  const silentRows = usualRows.filter((row) => silent.has(row));
  const isTooMuch =
    silentRows.length > 0 && silentRows.length >= MAX_SILENT_SHARE * usualRows.length;
  return { usualCount: usualRows.length, silent: silentRows.length, isTooMuch };
}

/**
 * A night with a larger p fits the record before the alarm, and so many in a row settle the alarm.
 */
const CALM_P = 0.2;
const CALM_NIGHTS = 3;

export const NIGHTS = [
  'first',
  'usual',
  'worse',
  'still worse',
  'recovered',
  'better',
  'accepted',
  'not compared',
] as const;
export interface WatchVerdict {
  told: (typeof NIGHTS)[number];
  night: WatchNight;
  dispersion: number;
}

/**
 * Compares a night with its record.
 * @param isAccepted the issue on the open alarm was closed by hand
 * @param u as for `nightP`
 */
export function watchTonight(
  record: WatchRecord,
  tonight: Pick<WatchNight, 'subject' | 'rows' | 'outcomes'>,
  { u, isAccepted = false }: { u: number; isAccepted?: boolean },
): WatchVerdict {
  const { state } = record;
  const start: WatchNight = { ...tonight, worse: 0, better: 0 };
  if (isAccepted) return { told: 'accepted', night: { ...start, anew: true }, dispersion: 1 };
  const p = nightP(record.tallies, tonight.outcomes, u);
  if (record.isOpen) {
    const dispersion = dispersionOf(state.z);
    const isSettled = p !== undefined && p > CALM_P && record.calm + 1 >= CALM_NIGHTS;
    if (isSettled) return { told: 'recovered', night: { ...start, p }, dispersion };
    return { told: 'still worse', night: { ...start, p, level: 'worse' }, dispersion };
  }
  if (p === undefined) {
    const night = { ...start, worse: state.worse, better: state.better };
    return { told: record.nights === 0 ? 'first' : 'usual', night, dispersion: 1 };
  }
  const { alarm, dispersion, state: nextState } = addNight(state, p);
  const { worse, better } = nextState;
  const night: WatchNight = { ...tonight, p, worse, better, level: alarm };
  return { told: alarm ?? 'usual', night, dispersion };
}
