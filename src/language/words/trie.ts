/** The words to look for, letter by letter. A blank in an entry is the letter `' '`. */
export interface Node {
  next: Map<string, Node>;
  /** The entry that ends here. */
  word?: string;
}

const LETTERS_ONLY = /^[\p{Script=Latin}\p{Script=Cyrillic} ]+$/u;

/**
 * Words of Latin and Cyrillic letters: other scripts have no such disguises, and signs and digits in an entry would take part in them. One
 * letter again and again (`xxx`) looks like nothing in disguise, or like everything.
 */
export function trieOf(words: readonly string[]): Node {
  const root: Node = { next: new Map() };
  for (const word of words) {
    const text = word.normalize('NFC');
    if (!LETTERS_ONLY.test(text) || new Set(text).size < 2 || text.length < 3) continue;
    let node = root;
    for (const letter of text) {
      let child = node.next.get(letter);
      if (!child) node.next.set(letter, (child = { next: new Map() }));
      node = child;
    }
    node.word = word;
  }
  return root;
}
