// The played pull requests: what each changes, and which part of it is guilty.

export const PROMPT = 'prompts/system.txt';
export const CONFIG = '.github/sensitivity.yml';
/** Lines that make the scripted model worse; each also says so by itself. */
export const GUILTY = ['Skip the small words.', 'Trust the first reading.'];
export const [GOOD_NAME, BAD_NAME] = ['careful-model', 'hasty-model'];

const line = (i) => `Rule ${i}: keep to house style ${i}.`;
const changedLine = (i) => `Rule ${i}: keep to the new house style ${i}.`;
const linesOf = (n) => Array.from({ length: n }, (_, i) => line(i + 1));
const at = (...lines) => `${PROMPT}:${lines.join('-')}`;

/**
 * Changes lines of a prompt; those in `guilty` break rows. `together`: only all of them do.
 * @param {{ total: number, changed: number[], guilty?: number[] }} prompt
 */
function inLines({ total, changed, guilty = [] }) {
  const base = linesOf(total);
  const head = base.map((old, i) => {
    const bad = guilty.indexOf(i + 1);
    if (bad >= 0) return GUILTY[bad];
    return changed.includes(i + 1) ? changedLine(i + 1) : old;
  });
  return { base: { lines: base }, head: { lines: head }, markers: GUILTY.slice(0, guilty.length) };
}

/** @type {Record<string, (nth: number) => object>} */
const FORMS = {
  'one line': () => ({ ...inLines({ total: 5, changed: [3], guilty: [3] }), places: [at(3)] }),
  'two adjacent lines': () => ({
    ...inLines({ total: 6, changed: [3, 4], guilty: [3] }),
    places: [at(3, 4)],
  }),
  'lines 1, 3 and 5 of five': (nth) => {
    const guilty = [1, 3, 5][nth % 3];
    return { ...inLines({ total: 5, changed: [1, 3, 5], guilty: [guilty] }), places: [at(guilty)] };
  },
  'sentences of one line': () => {
    const { base, head, markers } = inLines({ total: 7, changed: [1, 3, 6], guilty: [3] });
    const inOne = ({ lines }) => ({ lines: [lines.join(' ')] });
    return { base: inOne(base), head: inOne(head), markers, places: [at(1)], sentence: markers[0] };
  },
  'the name, beside a line': () => {
    const { base, head } = inLines({ total: 5, changed: [2] });
    const bad = { ...head, name: BAD_NAME };
    return { base, head: bad, markers: [BAD_NAME], places: [`${CONFIG}:4`] };
  },
  'a parameter, beside a line': () => {
    const { base, head } = inLines({ total: 5, changed: [2] });
    const bad = { ...head, temperature: 1 };
    return { base, head: bad, markers: ['"temperature":1'], places: [`${CONFIG}:7`] };
  },
  'two lines, only together': () => ({
    ...inLines({ total: 9, changed: [2, 5, 8], guilty: [2, 8] }),
    together: true,
    places: [at(2), at(8)],
  }),
  'two lines, each its rows': () => ({
    ...inLines({ total: 9, changed: [2, 5, 8], guilty: [2, 8] }),
    apart: true,
    places: [at(2), at(8)],
  }),
  'nothing to blame': () => ({ ...inLines({ total: 9, changed: [2, 5, 8] }), places: [] }),
};

/** `count` changed lines, one of which is guilty: above eight, a joined part holds it. */
function ofManyParts(count, nth) {
  const changed = Array.from({ length: count }, (_, i) => 2 + 3 * i);
  const guilty = changed[(5 * nth) % count];
  return {
    ...inLines({ total: 3 * count + 2, changed, guilty: [guilty] }),
    places: [at(guilty)],
  };
}

const NOISE = [0, 0.02, 0.05];
const SHARES = [1, 0.6, 0.3];

/** The pull requests of tests that there are; `tests` are names. */
export function pullsOf(tests) {
  const pulls = [];
  const add = (form, test, change) => {
    const nth = pulls.length;
    const [noise, share] = [NOISE[nth % 3], SHARES[(nth + Math.floor(nth / 3)) % 3]];
    pulls.push({ nth, form, test, noise, share, ...change });
  };
  for (const [t, test] of tests.entries())
    for (const [f, [form, make]] of Object.entries(FORMS).entries()) add(form, test, make(t + f));
  const counts = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
  for (let i = 0; pulls.length < 80; i++) {
    const count = counts[i % counts.length];
    add(`${count} lines`, tests[i % tests.length], ofManyParts(count, i));
  }
  return pulls;
}
