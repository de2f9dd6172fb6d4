/** Guesses the columns of customers' texts and of replies that have no usual names. */

interface GuessedColumns {
  text: string | undefined;
  answer: string | undefined;
}

/** Words of a header, the surest first: who speaks, then what is said. */
const SPEAKERS = {
  text: /^(?:customers?|users?|clients?|visitors?|callers?)$/,
  answer: /^(?:agents?|assistants?|bots?|support)$/,
};
const KINDS = {
  text: /^(?:messages?|quer(?:y|ies)|questions?|says?|said|asks?|asked|requests?|inquir(?:y|ies))$/,
  answer: /^(?:repl(?:y|ies)|responses?|answers?|answered|gold|golden|expected|resolutions?)$/,
};
/** A header with one of these words names a thing, not what is said. */
const LABELS = /^(?:id|ids|name|names|email|number|date|time|type|category|language|rating|score)$/;

type Role = keyof GuessedColumns;

/** Guesses from headers, else from the question marks of two columns of text. */
export function guessColumns(
  names: readonly string[],
  cells: readonly Record<string, unknown>[],
): GuessedColumns {
  const textColumns = names.filter((name) => isText(cells.map((row) => row[name])));
  const named = (role: Role) => {
    const ofRole = textColumns.filter((name) => roleOf(name) === role);
    return ofRole.length === 1 ? ofRole[0] : undefined;
  };
  const [text, answer] = [named('text'), named('answer')];
  const [first, second] = textColumns;
  if (textColumns.length !== 2 || first === undefined || second === undefined)
    return { text, answer };
  if (text !== undefined || answer !== undefined) {
    const otherThan = (column: string) => (column === first ? second : first);
    // The other column may be a note: only a header says that it is the right answer.
    return { text: text ?? otherThan(answer ?? ''), answer };
  }
  const shareOf = (column: string) => shareOfQuestions(cells.map((row) => row[column]));
  const [firstShare, secondShare] = [shareOf(first), shareOf(second)];
  if (firstShare >= 0.5 && secondShare < 0.2) return { text: first, answer: second };
  if (secondShare >= 0.5 && firstShare < 0.2) return { text: second, answer: first };
  return { text: undefined, answer: undefined };
}

/** Returns the role that a header gives to its column; undefined for none or both. */
function roleOf(name: string): Role | undefined {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  if (words.some((word) => LABELS.test(word))) return undefined;
  for (const { text, answer } of [SPEAKERS, KINDS]) {
    const isOfText = words.some((word) => text.test(word));
    const isOfAnswer = words.some((word) => answer.test(word));
    if (isOfText !== isOfAnswer) return isOfText ? 'text' : 'answer';
  }
  return undefined;
}

/** True if at least half of the cells are texts of several words. */
function isText(cells: readonly unknown[]): boolean {
  const texts = cells.filter((cell) => typeof cell === 'string' && /\S\s+\S/.test(cell.trim()));
  return cells.length > 0 && 2 * texts.length >= cells.length;
}

function shareOfQuestions(cells: readonly unknown[]): number {
  return (
    cells.filter((cell) => typeof cell === 'string' && cell.includes('?')).length / cells.length
  );
}
