// The model of a played pull request: as good as its prompt, wrong by chance, and a judge where it
// is asked as one.
import { createHash } from 'node:crypto';

/** A share between 0 and 1 that depends on the words alone, on every machine. */
function drawn(...words) {
  const digest = createHash('sha256').update(JSON.stringify(words)).digest();
  return digest.readUInt32BE(0) / 2 ** 32;
}

/** Answers of the model that a pull request asks; counts what judges are asked. */
export function modelOf(pull, test) {
  const judged = new Map();
  const answer = (prompt, { body }) => {
    const verdict = test.judge?.(prompt);
    if (verdict !== undefined) {
      if (verdict.isKnown) judged.set(prompt, (judged.get(prompt) ?? 0) + 1);
      return JSON.stringify(verdict.said);
    }
    const text = JSON.stringify(body);
    const row = /number (\d+)/.exec(prompt)?.[1];
    const isWrong = drawn('noise', pull.nth, text) < pull.noise;
    const isBroken = test.isAffected(prompt) && isBad(pull, { text, row, body });
    return test.answer(prompt, isBroken !== isWrong);
  };
  return {
    answer,
    /** How often a judge was calibrated: no known case is asked twice in one calibration. */
    get calibrations() {
      return Math.max(0, ...judged.values());
    },
  };
}

function isBad({ nth, markers, together, apart, share, base }, { text, row, body }) {
  const isThere = (marker) => text.includes(marker);
  // Nothing to blame: near to another answer, so that any other prompt draws it anew.
  if (markers.length === 0) return !isSystem(body, base) && drawn('borderline', nth, text) < 0.5;
  if (drawn('row', nth, row) >= share) return false;
  if (together) return markers.every(isThere);
  if (apart) return isThere(markers[Number(row) % 4 < 2 ? 0 : 1]);
  return markers.some(isThere);
}

function isSystem({ messages }, { lines }) {
  return messages?.[0]?.content === lines.join('\n');
}
