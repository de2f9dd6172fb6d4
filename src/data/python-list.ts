/** A text of Python, between quotes of either kind. */
const TEXT = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/y;
const SEPARATOR = /\s*(,\s*|(?=\]))/y;

/**
 * The texts of a list as Python prints it, which exports write into a cell: `['fruit', "a's"]`.
 * Undefined for any other text.
 */
export function listOfPython(text: string): string[] | undefined {
  if (!/^\[.*\]$/s.test(text)) return undefined;
  const texts: string[] = [];
  let offset = text.length - text.slice(1).trimStart().length;
  while (text[offset] !== ']') {
    TEXT.lastIndex = offset;
    const [whole, single, double] = TEXT.exec(text) ?? [];
    if (whole === undefined) return undefined;
    texts.push((single ?? double ?? '').replaceAll(/\\(.)/g, (_, sign: string) => unescaped(sign)));
    SEPARATOR.lastIndex = TEXT.lastIndex;
    if (!SEPARATOR.test(text)) return undefined;
    offset = SEPARATOR.lastIndex;
  }
  return offset === text.length - 1 ? texts : undefined;
}

function unescaped(sign: string): string {
  return { n: '\n', t: '\t', r: '\r' }[sign] ?? sign;
}
