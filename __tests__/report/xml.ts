import { SaxesParser } from 'saxes';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  text: string;
}

/** The elements of an XML 1.0 document in UTF-8. It throws when the document is not well-formed. */
export function readXml(source: string) {
  // saxes accepts a missing declaration and a lone surrogate.
  if (!source.startsWith(DECLARATION) || !source.isWellFormed()) throw new Error('no XML in UTF-8');
  const all: XmlElement[] = [];
  const open: XmlElement[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes, text: '' };
    all.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const parent = open.at(-1);
    if (parent) parent.text += text;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(source).close();
  return all;
}
