/**
 * The one place that makes text safe to show. Text of a model, a data set, a file name, a
 * configuration or a server's message is hostile until it has passed one of these functions.
 */
import { type Segment, unmarked } from '../story/inserted.ts';
import type { Outcome } from '../../engine/results.ts';
import { ICONS } from '../story/words.ts';

/**
 * Characters that a reader cannot see, or that move other text: control characters, halves of
 * surrogate pairs, odd line ends, zero-width characters, bidirectional marks, the tags block.
 * U+FE0E and U+FE0F stay after an emoji. The writers handle line feeds and tabs.
 */
const INVISIBLE =
  /(?![\n\t]|(?<=\p{Extended_Pictographic})[\uFE0E\uFE0F]|(?<=[\d#*])\uFE0F(?=\u20E3))[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Spells every invisible character out as `\u{202E}`; CRLF becomes LF. */
export function visible(text: string): string {
  // Most words are ASCII, for which a short regex suffices.
  if (/^[\n\t\x20-\x7e]*$/.test(text)) return text;
  return text
    .replaceAll('\r\n', '\n')
    .replace(
      INVISIBLE,
      (character) => `\\u{${character.codePointAt(0)?.toString(16).toUpperCase()}}`,
    );
}

/** Escapes a text for text nodes and quoted attributes of HTML that is not processed further. */
export function html(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** HTML or XML that is safe to show. Only the functions of this file make it. */
class Markup {
  readonly #safe: string;

  constructor(safe: string) {
    this.#safe = safe;
  }

  toString(): string {
    return this.#safe;
  }
}

// Not the class: no other file can construct markup from a text that is not escaped.
export type { Markup };

/** A value in a template: texts are escaped, markup stays as it is, undefined adds nothing. */
type TemplateValue = string | number | Markup | undefined | readonly TemplateValue[];

function templateOf(escapeText: (text: string) => string) {
  const safe = (part: TemplateValue): string => {
    if (typeof part === 'string') return escapeText(part);
    if (typeof part === 'object' && !(part instanceof Markup)) return part.map(safe).join('');
    return String(part ?? '');
  };
  return (strings: TemplateStringsArray, ...parts: readonly TemplateValue[]): Markup =>
    new Markup(String.raw({ raw: strings }, ...parts.map(safe)));
}

/** A template of the page: escapes each text for text nodes and quoted attributes. */
export const web = templateOf(html);
/** A template of GitHub's HTML blocks: shows each text as `prose`. */
export const github = templateOf(prose);
/** A template of XML 1.0, which forbids some characters even as references. */
export const xml = templateOf((text) => html(text).replace(/[\uFFFE\uFFFF]/g, ''));

const EMPTY = new Markup('<i>empty</i>');

/** The sign of an outcome, which the rules for prose would put into code. */
export function icon(outcome: Outcome): Markup {
  return new Markup(ICONS[outcome]);
}

/**
 * Escapes as `html` does, and puts text between back-ticks into `<code>`; without a second
 * back-tick, the rest of the line.
 */
export function htmlWithCode(text: string): Markup {
  return new Markup(html(text).replace(/`([^`\n]+)(?:`|$)/gm, '<code>$1</code>'));
}

/** Escapes as `html` does, line by line, with inserted words bold and underlined. */
export function marked(segments: readonly Segment[]): Markup {
  return new Markup(markLines(segments, html).join('\n'));
}

/** The lines of a text in parts, each escaped, with inserted words bold and underlined. */
function markLines(segments: readonly Segment[], escapeText: (text: string) => string): string[] {
  const markedTexts = segments.map(({ text, inserted }) => {
    const lines = visible(text).split('\n');
    if (!inserted) return lines.map(escapeText).join('\n');
    return lines
      .map((line) => (line.trim() === '' ? line : `<b><ins>${escapeText(line)}</ins></b>`))
      .join('\n');
  });
  return markedTexts.join('').split('\n');
}

/**
 * Puts a text into code for GitHub's HTML blocks. GitHub looks for mentions, issue numbers, links,
 * commits and emoji names everywhere but inside `<code>`. It hides a `<br>` inside `<code>`, so
 * each line is an element of its own. The result has no line feed, so a blank line in a text cannot
 * end the HTML block and start Markdown. An empty text gives no element.
 */
export function code(text: string | readonly Segment[]): Markup {
  return new Markup(segmentsToCode(typeof text === 'string' ? unmarked(text) : text));
}

function segmentsToCode(segments: readonly Segment[]): string {
  return markLines(segments, html)
    .map((line) => (line === '' ? '' : `<code>${line}</code>`))
    .join('<br>');
}

function wordToCode(text: string): string {
  return segmentsToCode(unmarked(text));
}

/**
 * A word in which GitHub finds nothing to link: letters, a short number, or `A18`; not `www.a.b`,
 * `a@b`, `#1`, `deadbeef`.
 */
const PLAIN_WORD =
  /^(?:\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*|\p{L}{1,12}\d{1,4}|[-−]?\d{1,6}(?:[.,]\d{1,6})*%?|[-–—·/+=<>≤≥…→×%])?$/u;
const COMMIT = /[\da-f]{7}/i;
const MAX_WORD_LENGTH = 80;
const BEFORE_A_WORD = /^[("“‘]*/u;
const AFTER_A_WORD = /(?<![)"”’.,;:!?…])[)"”’.,;:!?…]+$/u;

/**
 * A sentence for GitHub's HTML blocks, which may quote hostile text: plain words stay prose, and
 * anything that GitHub might turn into a link or a picture goes into `<code>`, as does text between
 * back-ticks. Lines below an empty line are an example to copy: all code.
 */
export function prose(text: string): string {
  const [sentence = '', ...example] = visible(text).split('\n\n');
  const lines = example.map(wordToCode).filter((line) => line !== '');
  return [sentence.split('\n').map(proseLine).join('<br>'), ...lines].join('<br>');
}

/**
 * Hostile text as prose, line by line, with inserted words bold. Long texts wrap as words do, where
 * code would break its frame.
 */
export function quote(text: string | readonly Segment[]): Markup {
  const segments = typeof text === 'string' ? unmarked(text) : text;
  const joinedText = segments.map((part) => part.text).join('');
  if (joinedText === '') return EMPTY;
  if (joinedText.trim() === '') return code(segments);
  return new Markup(markLines(segments, proseLine).join('<br>'));
}

function proseLine(line: string): string {
  // An indented line is an example to copy.
  if (/^ {2,}\S/.test(line)) return wordToCode(line);
  return line
    .split(/`([^`]+)(?:`|$)/)
    .map((part, index) =>
      index % 2 === 1 ? wordToCode(part) : part.split(/\s+/).map(proseWord).join(' '),
    )
    .join('')
    .replaceAll('</code> <code>', ' ');
}

function proseWord(word: string): string {
  if (word.length > MAX_WORD_LENGTH) return wordToCode(word);
  const prefix = BEFORE_A_WORD.exec(word)?.[0] ?? '';
  const core = word.slice(prefix.length).replace(AFTER_A_WORD, '');
  const suffix = word.slice(prefix.length + core.length);
  const isPlain = PLAIN_WORD.test(core) && !COMMIT.test(core);
  return html(prefix) + (isPlain ? html(core) : wordToCode(core)) + html(suffix);
}

/**
 * A fenced code block of Markdown. The fence is longer than every run of back-ticks in the text, so
 * that no line of it ends the block.
 */
export function fenced(lines: readonly string[], language: string): string {
  const runLengths = lines.flatMap((line) => line.match(/`+/g) ?? []).map(({ length }) => length);
  const fence = '`'.repeat(Math.max(2, ...runLengths) + 1);
  return [`${fence}${language}`, ...lines, fence].join('\n');
}

/** A link; undefined for an address that a browser should not open. */
export function link(address: string | undefined, label: string): Markup | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  return web`<a href="${url.href}">${label}</a>`;
}

/** Escapes a text for a terminal: it cannot move the cursor, colour, erase or reorder. */
export function forTerminal(text: string): string {
  return visible(text).replaceAll('\t', '    ');
}

/**
 * Escapes a text for the log of a job. GitHub's runner obeys `::command::` at the start of a line,
 * white space aside, and `##[command]` anywhere in one.
 */
export function logLine(text: string): string {
  return disarmCommands(forTerminal(text));
}

/** Does what `logLine` does, for text that is escaped already and may contain colours. */
export function disarmCommands(text: string): string {
  // Only white space within a line: `\s*` would start again at each of many blank lines.
  return text.replaceAll('##[', '## [').replace(/^([^\S\n\r\u2028\u2029]*):(?=:)/gm, '$1: ');
}
