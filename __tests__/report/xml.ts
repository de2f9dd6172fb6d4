interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  text: string;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NODE = /<(\/?)([a-z]+)((?: [a-z]+="[^"<>]*")*)(\/?)>|([^<>]+)/y;

/** A strict reader of our XML: it throws for what XML 1.0 does not allow. */
export function readXml(source: string) {
  if (!source.startsWith(DECLARATION)) throw new Error('no declaration');
  if (!/^[\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u.test(source))
    throw new Error('a character that XML 1.0 forbids');
  const all: XmlElement[] = [];
  const open: XmlElement[] = [];
  NODE.lastIndex = DECLARATION.length;
  while (NODE.lastIndex < source.length) {
    const at = NODE.lastIndex;
    const [, closing, name = '', attributes = '', isEmpty, text] = NODE.exec(source) ?? [];
    if (text !== undefined) {
      const parent = open.at(-1);
      if (parent) parent.text += decoded(text);
      else if (text.trim() !== '') throw new Error(`text outside: ${text}`);
    } else if (name === '') throw new Error(`no XML at ${at}: ${source.slice(at, at + 60)}`);
    else if (closing) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes nothing`);
    } else {
      const pairs = Array.from(
        attributes.matchAll(/ ([a-z]+)="([^"]*)"/g),
        ([, key = '', value = '']) => [key, decoded(value)],
      );
      const element = {
        name,
        attributes: Object.fromEntries(pairs) as Record<string, string>,
        text: '',
      };
      all.push(element);
      if (!isEmpty) open.push(element);
    }
  }
  if (open.length > 0) throw new Error('an element is left open');
  return all;
}

function decoded(text: string) {
  return text.replace(/&(?:#(\d\d);)?/g, (entity, number?: string) => {
    if (number === undefined) throw new Error(`no entity: ${entity}`);
    return String.fromCharCode(Number(number));
  });
}
