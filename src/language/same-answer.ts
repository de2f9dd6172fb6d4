const QUOTED =
  /^(?:"([^"]*)"|'([^']*)'|“([^“”]*)”|„([^„“]*)“|‘((?:[^‘’]|(?<=\p{L})’(?=\p{L}))*)’|«([^«»]*)»|»([^«»]*)«)$/u;

/**
 * True if two answers are equal, ignoring case, outer white space, outer quotes and one final full
 * stop. Punctuation inside counts: 1.5 kg is not 15 kg, -5 is not 5, and C++ is not C.
 */
export function isSameAnswer(a: string, b: string) {
  const bareA = bareAnswer(a);
  return bareA !== '' && bareA === bareAnswer(b);
}

function bareAnswer(text: string) {
  const trimmed = text.normalize('NFC').trim();
  const inner = dropFullStop(trimmed).replace(QUOTED, '$1$2$3$4$5$6$7').trim();
  // Only one full stop is dropped. It may be inside the quotes.
  const unquoted = trimmed.endsWith('.') ? inner : dropFullStop(inner);
  return unquoted.trim().toLowerCase();
}

function dropFullStop(text: string) {
  return text.endsWith('.') ? text.slice(0, -1).trimEnd() : text;
}
