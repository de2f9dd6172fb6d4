/**
 * The one place where text is made safe to show. Whatever comes from a model, a data set, a file name, a configuration
 * or a server's message is hostile until it went through one of these functions.
 */
import { cut } from '../story/cut.js';
import type { Segment } from '../story/inserted.js';

/**
 * What a reader cannot see or what moves other text about: control characters, halves of surrogate pairs, odd line
 * ends, zero-width characters, bidirectional marks, the tags block. U+FE0E and U+FE0F stay where they choose the look of
 * an emoji; a line feed and a tab are the writers' own business.
 */
const INVISIBLE =
  /(?![\n\t]|(?<=\p{Extended_Pictographic})[\uFE0E\uFE0F]|(?<=[\d#*])\uFE0F(?=\u20E3))[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text with every invisible character spelt out as `\u{202E}`; CRLF becomes LF. */
export function visible(text: string): string {
  // Nothing to do, for most words: to look for one of these is much quicker than for all of those.
  if (/^[\n\t\x20-\x7e]*$/.test(text)) return text;
  return text.replaceAll('\r\n', '\n').replace(INVISIBLE, (character) => `\\u{${character.codePointAt(0)?.toString(16).toUpperCase()}}`);
}

/** For text nodes and quoted attributes of HTML that no one processes further. */
export function html(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** As `html`, with what stands between back-ticks in `<code>`; where a cut took the second one, all of the line. */
export function quoted(text: string): string {
  return html(text).replace(/`([^`\n]+)(?:`|$)/gm, '<code>$1</code>');
}

function markedLine(line: string): string {
  return line.trim() === '' ? line : `<b><ins>${line}</ins></b>`;
}

/** As `html`, with what was inserted bold and underlined, line by line. */
export function marked(segments: readonly Segment[]): string {
  return segments.map(({ text, inserted }) => (inserted ? html(text).split('\n').map(markedLine).join('\n') : html(text))).join('');
}

/**
 * For GitHub's HTML blocks. GitHub looks for mentions, issue numbers, links, commits and emoji names everywhere but
 * inside `<code>`. It hides a `<br>` inside `<code>`, so each line is an element of its own; the result never holds a
 * line feed, so no blank line in a text can end the HTML block and start Markdown. No text, no element.
 */
export function code(text: string | readonly Segment[]): string {
  const escaped = typeof text === 'string' ? html(text) : marked(text);
  return escaped
    .split('\n')
    .map((line) => (line === '' ? '' : `<code>${line}</code>`))
    .join('<br>');
}

/** A word in which GitHub finds nothing to link: letters alone, or a short number. `www.a.b`, `a@b`, `#1`, `deadbeef` are not. */
const PLAIN_WORD = /^(?:\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*|[-−]?\d{1,6}(?:[.,]\d{1,6})*%?|[-–—·/+=<>≤≥…→×%])?$/u;
const COMMIT = /[\da-f]{7}/i;
const LONGEST_WORD = 80;
const BEFORE_A_WORD = /^[("“‘]*/u;
const AFTER_A_WORD = /(?<![)"”’.,;:!?…])[)"”’.,;:!?…]+$/u;

/**
 * A sentence of ours for GitHub's HTML blocks, which may quote text that is not ours: plain words stay prose, anything
 * that GitHub might turn into a link or a picture goes into `<code>`, and so does whatever stands between back-ticks. Where a cut took the
 * second one, all of the line stands between them.
 */
export function prose(text: string): string {
  return visible(text).split('\n').map(proseLine).join('<br>');
}

function proseLine(line: string): string {
  // An indented line is an example to copy, as the permissions that a workflow lacks.
  if (/^ {2,}\S/.test(line)) return code(line);
  return line
    .split(/`([^`]+)(?:`|$)/)
    .map((part, index) => (index % 2 === 1 ? code(part) : part.split(/\s+/).map(proseWord).join(' ')))
    .join('')
    .replaceAll('</code> <code>', ' ');
}

function proseWord(word: string): string {
  if (word.length > LONGEST_WORD) return code(word);
  const before = BEFORE_A_WORD.exec(word)![0];
  const core = word.slice(before.length).replace(AFTER_A_WORD, '');
  const after = word.slice(before.length + core.length);
  const plain = PLAIN_WORD.test(core) && !COMMIT.test(core);
  return html(before) + (plain ? html(core) : code(core)) + html(after);
}

/** A link, or nothing where the address is none that a browser should open. */
export function link(address: string | undefined, label: string): string {
  const url = address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
  return url && /^https?:$/.test(url.protocol) ? `<a href="${html(url.href)}">${html(label)}</a>` : '';
}

/** For text nodes and attributes of XML 1.0, which forbids some characters even as references. */
export function xml(text: string): string {
  return html(text).replace(/[\uFFFE\uFFFF]/g, '');
}

/** For a terminal: no sequence in a text can move the cursor, colour, erase or reorder. */
export function terminal(text: string): string {
  return visible(text).replaceAll('\t', '    ');
}

/**
 * For the log of a job: GitHub's runner obeys `::command::` at the start of a line, white space aside, and `##[command]`
 * anywhere in one.
 */
export function logLine(text: string): string {
  return withoutCommands(terminal(text));
}

/** As `logLine`, for text that is escaped already and may hold colours of ours. */
export function withoutCommands(text: string): string {
  // White space of one line only: over many blank ones, `\s*` would start again at each.
  return text.replaceAll('##[', '## [').replace(/^([^\S\n\r\u2028\u2029]*):(?=:)/gm, '$1: ');
}

/** A name within a sentence, which it must not hide. Cuts only: escape the result. */
export function shortName(text: string): string {
  return oneLine(text, 80);
}

/** On one line, white space collapsed, at most `max` code points. Cuts only: escape the result. */
export function oneLine(text: string, max: number): string {
  return cut(text.replace(/\s+/g, ' ').trim(), max);
}
