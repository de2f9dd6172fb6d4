import { parseRegExpLiteral, type AST } from '@eslint-community/regexpp';
import type { Pattern } from './patterns.ts';

/**
 * Texts that make a pattern slow, if any text does: a prefix that reaches one of its repetitions,
 * the repeated part many times, and an end that does not match. Also the start of the pattern many
 * times, for a search that starts again at each.
 */

/**
 * Texts that no pattern matches, so that a match fails where it was about to succeed; and the empty
 * one, for patterns that end in `$`.
 */
const ENDS = ['\u0000', 'x', ''];
/** Characters that patterns often repeat. */
const ANYWAY = [
  ...' \t\n\raé是0.,:-"\'`*_<([{=|',
  '\\"',
  ' a',
  'a ',
  '\n\n',
  '``` ',
  '> ',
  '<a ',
  'A. ',
  "I can't ",
  'only ',
];
const MOST_WAYS = 6;

/** A text of about the given length. */
type Attack = (length: number) => string;

export function attacks(pattern: Pattern): Attack[] {
  const { pattern: root } = parseRegExpLiteral(new RegExp(pattern.source, pattern.flags));
  const shapes = new Set(ANYWAY.map((pump) => JSON.stringify(['', pump])));
  const add = (before: string, pump: string) => {
    if (pump !== '') shapes.add(JSON.stringify([before, pump]));
  };
  walk(root, '', (before, node) => {
    const pumps = samples(node.element).slice(0, MOST_WAYS);
    for (const pump of pumps) {
      add(before, pump);
      add('', before + pump);
      add('', `${before}${pump} `);
    }
    // A repetition explodes if it can match one text in two ways.
    add(before, pumps.join(''));
  });
  for (const whole of samples(root).slice(0, 2 * MOST_WAYS)) {
    for (const part of [whole, whole.slice(0, -1), whole.slice(0, Math.ceil(whole.length / 2))])
      add('', part);
    add('', `${whole} `);
  }
  return [...shapes].flatMap((shape) => {
    const [before, pump] = JSON.parse(shape) as [string, string];
    return ENDS.map(
      (end) => (length: number) => before + pump.repeat(Math.ceil(length / pump.length)) + end,
    );
  });
}

/** Every repetition without a bound, or with a high one, and one text that leads up to it. */
function walk(
  node: AST.Node,
  before: string,
  found: (before: string, node: AST.Quantifier) => void,
): void {
  if (node.type === 'Pattern') {
    for (const alternative of node.alternatives) walk(alternative, before, found);
  } else if (node.type === 'Alternative') {
    let leading = before;
    for (const element of node.elements) {
      walk(element, leading, found);
      leading += samples(element)[0] ?? '';
    }
  } else if (node.type === 'Quantifier') {
    if (node.max > 20) found(before, node);
    walk(node.element, before, found);
  } else if (
    node.type === 'Group' ||
    node.type === 'CapturingGroup' ||
    (node.type === 'Assertion' && 'alternatives' in node)
  ) {
    for (const alternative of node.alternatives) walk(alternative, before, found);
  }
}

/**
 * Some of the texts that a part matches: each alternative once, each repetition at its shortest and
 * one longer.
 */
function samples(node: AST.Node): string[] {
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return distinct(node.alternatives.flatMap((alternative) => samples(alternative).slice(0, 2)));
    case 'Alternative': {
      const parts = node.elements.map(samples);
      const first = parts.map((part) => part[0] ?? '').join('');
      // One part varied at a time: all against all would be too many.
      const varied = (index: number, other: string) =>
        parts.map((own, at) => (at === index ? other : (own[0] ?? ''))).join('');
      return distinct([
        first,
        ...parts.flatMap((part, index) =>
          part.slice(1, MOST_WAYS).map((other) => varied(index, other)),
        ),
      ]);
    }
    case 'Quantifier': {
      const ways = samples(node.element).slice(0, MOST_WAYS);
      return distinct([
        (ways[0] ?? '').repeat(Math.max(node.min, 1)),
        ...ways.slice(1),
        (ways[0] ?? '').repeat(node.min),
      ]);
    }
    case 'Character':
      return [String.fromCodePoint(node.value)];
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return ofClass(node);
    default:
      return ['']; // Assertions match no text. The samples of a group hold what a reference to it repeats.
  }
}

const CANDIDATES = [...' a0e\n\t.,-"\'*`()[{Zé是\u200b\u0000|</=~!?:;_\\#%'];

function ofClass(
  node: AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass,
): string[] {
  const own = new RegExp(`^(?:${node.raw})$`, /\\p|[^\u0000-\uffff]/u.test(node.raw) ? 'u' : '');
  const fitting = CANDIDATES.filter((sign) => own.test(sign));
  return fitting.length > 0 ? fitting : ownSigns(node);
}

/** Characters of a class that holds none of the usual ones. */
function ownSigns(
  node: AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass,
): string[] {
  if (node.type !== 'CharacterClass') return [''];
  return node.elements.flatMap((element) => {
    if (element.type === 'Character') return [String.fromCodePoint(element.value)];
    return element.type === 'CharacterClassRange' ? [String.fromCodePoint(element.min.value)] : [];
  });
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].slice(0, 3 * MOST_WAYS);
}
