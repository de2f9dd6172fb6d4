import { countNegations, gist } from './gist.js';

/** A question of `builtin:multiple-choice` as a prompt asks it. */
export interface KnownQuestion {
  /** How often the prompt negates it. */
  negations: number;
  /** The prompt's line with the right option, and the lines that are right once the question is negated. */
  right: string;
  rightOnceNegated: string[];
}

/** What may stand before a question or an option: `Q: `, `A. `, `(A) `, `1) `. */
const LABEL = /^\s*\(?[A-Z\d][.):]\s+/;

/** Which of the built-in questions a prompt asks, whatever stands around it and however the options are labelled. */
export async function knownQuestion(prompt: string): Promise<KnownQuestion | undefined> {
  const lines = prompt.split('\n').map((line) => ({ line: line.trim(), text: line.replace(LABEL, '').trim() }));
  // Options have lines of their own.
  if (lines.length === 1) return undefined;
  const lineOf = new Map(lines.map(({ line, text }) => [text, line]));
  const sentences = lines.flatMap(({ text }) => text.split(/(?<=[.?!])\s/)).map((text) => ({ text, gist: ` ${gist(text)} ` }));
  for (const { options, answer, negated_answer, ...known } of await questions()) {
    if (!options.every((option) => lineOf.has(option))) continue;
    const asking = sentences.find((sentence) => sentence.gist.includes(known.gist));
    if (asking === undefined) continue;
    const lineAt = (label: string) => lineOf.get(options[label.charCodeAt(0) - 'A'.charCodeAt(0)]!)!;
    return { negations: countNegations(asking.text), right: lineAt(answer), rightOnceNegated: negated_answer.map(lineAt) };
  }
  return undefined;
}

let loaded: ReturnType<typeof load> | undefined;

function questions(): ReturnType<typeof load> {
  return (loaded ??= load());
}

/** A chunk of its own in the bundle: whoever is asked one line only does not pay for it. */
async function load() {
  const { default: rows } = await import('../data/builtin/multiple-choice.json', { with: { type: 'json' } });
  return rows.map((row) => ({ ...row, gist: ` ${gist(row.question)} ` }));
}
