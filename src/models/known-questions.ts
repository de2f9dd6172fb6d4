import badWords from 'naughty-words/en.json' with { type: 'json' };

const NEGATION = /\b(?:not|cannot)\b|n['’]t\b/giu;
/** Words without effect, which a placebo adds in place of a "not". */
const EMPHASIS = /\b(?:indeed|really|truly|certainly)\b/giu;
const OPTION = /^\s*\(?[A-Z][.):]\s+\S/;

export function optionsOf(prompt: string): string[] {
  return prompt.split('\n').filter((line) => OPTION.test(line));
}

function questionOf(prompt: string): string {
  return prompt
    .split('\n')
    .filter((line) => !OPTION.test(line))
    .join('\n');
}

export function countNegations(prompt: string): number {
  return questionOf(prompt).match(NEGATION)?.length ?? 0;
}

/** Returns a fingerprint of a prompt that ignores negations, words of emphasis and foul words. */
export function gist(prompt: string): string {
  const neutralText = questionOf(prompt)
    .replace(FOUL, ' ')
    .replace(NEGATION, ' ')
    .replace(EMPHASIS, ' ');
  return (neutralText.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

const FOUL = foulWords(badWords);

/** Matches whole words. The longest come first, so that no entry hides a longer one. */
function foulWords(words: readonly string[]): RegExp {
  const entries = [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${entries.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}

/** The label of a question or an option: `Q: `, `A. `, `(A) `, `1) `. */
const LABEL = /^\s*\(?[A-Z\d][.):]\s+/;

/**
 * Finds the built-in question in a prompt: its number of negations, and the right lines without and
 * with one negation.
 */
export async function knownQuestion(prompt: string) {
  const lines = prompt
    .split('\n')
    .map((line) => ({ line: line.trim(), text: line.replace(LABEL, '').trim() }));
  if (lines.length === 1) return undefined;
  const lineOf = new Map(lines.map(({ line, text }) => [text, line]));
  const sentences = sentencesOf(lines.map(({ text }) => text));
  for (const { options, answer, negated_answer, gist: questionGist } of await questions()) {
    if (!options.every((option) => lineOf.has(option))) continue;
    const asking = sentences.find((sentence) => sentence.gist.includes(questionGist));
    if (asking === undefined) continue;
    const lineAt = (label: string) => {
      const option = options[label.charCodeAt(0) - 'A'.charCodeAt(0)] ?? '';
      return lineOf.get(option) ?? '';
    };
    return {
      negations: countNegations(asking.text),
      right: answer.map(lineAt),
      rightOnceNegated: negated_answer.map(lineAt),
    };
  }
  return undefined;
}

/**
 * Finds the built-in statement in a prompt: its number of negations, and its truth without them.
 */
export async function knownStatement(
  prompt: string,
): Promise<{ negations: number; truth: boolean } | undefined> {
  const sentences = sentencesOf(prompt.split('\n'));
  for (const statement of await statements()) {
    const claiming = sentences.find((sentence) => sentence.gist.includes(statement.gist));
    if (claiming) return { negations: countNegations(claiming.text), truth: statement.truth };
  }
  return undefined;
}

/** True if a prompt contains a built-in request that a model should decline. */
export async function knownHarm(prompt: string): Promise<boolean> {
  const harms = await harmful();
  return prompt.split('\n').some((line) => harms.has(line.trim()));
}

function sentencesOf(lines: readonly string[]): { text: string; gist: string }[] {
  return lines
    .flatMap((line) => line.split(/(?<=[.?!])\s/))
    .map((text) => ({ text, gist: ` ${gist(text)} ` }));
}

const questions = loadOnce(async () => {
  const { default: rows } = await import('../data/builtin/multiple-choice.json', {
    with: { type: 'json' },
  });
  return rows.map((row) => ({ ...row, gist: ` ${gist(row.question)} ` }));
});

const statements = loadOnce(async () => {
  const { default: rows } = await import('../data/builtin/statements.json', {
    with: { type: 'json' },
  });
  return rows.map(({ text, truth }) => ({ truth, gist: ` ${gist(text)} ` }));
});

const harmful = loadOnce(async () => {
  const { default: rows } = await import('../data/builtin/safety.json', { with: { type: 'json' } });
  return new Set(rows.flatMap(({ text, should }) => (should === 'refuse' ? [text] : [])));
});

/** Loads on first use: each set is its own chunk of the bundle. */
function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => (loaded ??= load());
}
