/**
 * A strict reader of HTML and XML: everything that starts with `<` must be a tag that it knows, and
 * tags must nest.
 */

export interface Element {
  name: string;
  attributes: string;
}

export interface Markup {
  elements: Element[];
  /** Text nodes with the names of the elements around them. */
  texts: Array<{ text: string; within: string[] }>;
}

const VOID = new Set(['br', 'wbr', 'meta', 'input']);
const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-zA-Z-]+(?:="[^"<>]*")?)*)(\/?)>/y;

/** Throws where the source is not well formed, or `&` stands bare. */
export function parseMarkup(source: string): Markup {
  const open: string[] = [];
  const markup: Markup = { elements: [], texts: [] };
  let at = 0;
  while (at < source.length) {
    if (source[at] !== '<') {
      const end = source.indexOf('<', at);
      const text = source.slice(at, end < 0 ? source.length : end);
      if (/&(?!(?:amp|lt|gt|quot|nbsp|#39);)/.test(text))
        throw new Error(`bare & in ${JSON.stringify(text)}`);
      if (text.includes('>') && open.at(-1) !== 'style')
        throw new Error(`bare > in ${JSON.stringify(text)}`);
      markup.texts.push({ text, within: [...open] });
      at += text.length;
      continue;
    }
    TAG.lastIndex = at;
    const match = TAG.exec(source);
    if (!match) throw new Error(`no tag of ours: ${JSON.stringify(source.slice(at, at + 60))}`);
    const [whole, closing, name = '', attributes = '', selfClosing] = match;
    if (closing) {
      if (open.pop() !== name)
        throw new Error(
          `</${name}> closes nothing at ${JSON.stringify(source.slice(at - 40, at + 20))}`,
        );
    } else {
      markup.elements.push({ name, attributes });
      if (!selfClosing && !VOID.has(name)) open.push(name);
    }
    at += whole.length;
  }
  if (open.length > 0) throw new Error(`left open: ${open.join(', ')}`);
  return markup;
}

export function count(markup: Markup, name: string): number {
  return markup.elements.filter((element) => element.name === name).length;
}

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/**
 * Of a comment the texts that hold these words of a stranger's and do not stand quoted: in code,
 * and in at most 80 characters.
 */
export function unquotedIn(
  markdown: string,
  words: RegExp,
): { quoted: number; loose: Markup['texts'] } {
  const foreign = parseMarkup(markdown.replace(/^<!--.*-->\n/, '')).texts.filter(({ text }) =>
    words.test(text),
  );
  const length = (text: string) =>
    text.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity]!).length;
  // A server's words are quoted with 300 characters, and their marks.
  const loose = foreign.filter(
    ({ text, within }) => within.at(-1) !== 'code' || length(text) > 330,
  );
  return { quoted: foreign.length - loose.length, loose };
}
