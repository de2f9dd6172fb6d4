import { entryOf, quoted } from '../shared/json.ts';
import { didYouMean } from '../language/nearest.ts';

/** The name of the row's text, and others that it has in every prompt. */
const SAMPLE = 'text';
const SAMPLES = [SAMPLE, 'question'];
const IS_NAME = /^(?!options$)[A-Za-z_]\w*$/;

/** The patterns of placeholders, by the style in which a prompt writes them. */
const STYLES = {
  /** A name in single braces. Other braces, such as those of JSON, are text. */
  single: /\{(\s*[A-Za-z_]\w*\s*)\}/g,
  /**
   * Python's format strings: `{{` and `}}` are braces, and text in single braces a placeholder.
   */
  python: /\{\{|\}\}|\{([^{}]*)\}/g,
  /** Mustache and Jinja: `{{ name }}`, and `{{{ name }}}` for the same. */
  mustache: /\{\{\{([^{}]*)\}\}\}|\{\{([^{}]*)\}\}/g,
} as const;
type Style = keyof typeof STYLES;

/** In characters. */
export const MAX_PROMPT_LENGTH = 1024 ** 2;

export type Values = Readonly<Record<string, string>>;

/** Placeholders that rows fill. */
export interface RowNames {
  /** Names of the text, unless a variable or another column has them. */
  samples: readonly string[];
  /** Names of other columns. */
  columns: readonly string[];
}

export type PromptKind = 'prompt' | 'system_prompt';

/** The names that a prompt may have beside the usual ones of the row's text and options. */
interface PromptNames extends RowNames {
  variables: readonly string[];
}

/** The part of `data.columns` that says what fills prompts. */
interface Filling {
  text?: string;
  fill?: Readonly<Record<string, string>>;
}

/** Placeholders of other columns than that of the text, with the columns. */
export function filledColumns({ text = SAMPLE, fill = {} }: Filling) {
  return Object.entries(fill).filter(([, column]) => column !== text);
}

/** The placeholders that rows of any source fill. */
export function rowNames(sources: readonly Filling[]) {
  const samples = sources.flatMap(({ text = SAMPLE, fill = {} }) => [text, ...Object.keys(fill)]);
  const columns = sources.flatMap(filledColumns).map(([name]) => name);
  return { samples, columns: [...new Set(columns)] };
}

/** A piece of a template: text as it is sent, or a placeholder as it is written. */
interface Piece {
  text: string;
  name?: string;
}

type Template = ReturnType<typeof readTemplate>;

/** Double braces are placeholders if the known names stand in them alone. */
function readTemplate(text: string, names: PromptNames) {
  const own = [...names.variables, ...names.columns];
  const named = names.samples.filter((name) => IS_NAME.test(name) && !own.includes(name));
  const samples = [...SAMPLES, ...named];
  const known = [...samples, 'options', ...own];
  const shownBy = (style: Style) =>
    piecesIn(text, style).filter(({ name = '' }) => known.includes(name.trim()));
  let style: Style = text.includes('{{') ? 'python' : 'single';
  const shown = shownBy('mustache');
  const isTriple = shown.some((piece) => piece.text.startsWith('{{{'));
  if (isTriple || (shown.length > 0 && shownBy('python').length === 0)) style = 'mustache';
  const pieces = piecesIn(text, style).map((piece) => {
    const isSample = samples.includes(piece.name ?? '');
    return isSample ? { ...piece, name: SAMPLE } : piece;
  });
  return { text, samples, own, known, style, pieces };
}

function piecesIn(template: string, style: Style) {
  const pieces: Piece[] = [];
  let position = 0;
  for (const match of template.matchAll(STYLES[style])) {
    const [token] = match;
    const name = match.slice(1).find((group?: string) => group !== undefined);
    pieces.push({ text: template.slice(position, match.index) });
    if (name === undefined) pieces.push({ text: token.charAt(0) });
    else pieces.push({ text: token, name: style === 'mustache' ? name.trim() : name });
    position = match.index + token.length;
  }
  return [...pieces, { text: template.slice(position) }];
}

export function parseTemplate(template: string, names: PromptNames) {
  return readTemplate(template, names).pieces;
}

/** A message on a prompt, and the part of its text that is meant. */
export interface PromptNote {
  message: string;
  token?: string;
}

/** Why a prompt cannot be used; undefined if it can. */
export function promptProblem(text: string, names: PromptNames, kind: PromptKind) {
  const template = readTemplate(text, names);
  const { samples, style, pieces } = template;
  const isPrompt = kind === 'prompt';
  const [statement] = (style === 'mustache' && STATEMENT.exec(text)) || [];
  if (isPrompt && statement !== undefined)
    return {
      token: statement,
      message: `the statement ${quoted(statement)} is not run here; only placeholders such as {{ text }} are filled in`,
    };
  const isMissing = isPrompt && !pieces.some(({ name }) => name === SAMPLE);
  const problem = oddPlaceholder(template, isMissing) ?? unknownPlaceholder(template);
  if (problem || !isMissing) return problem;
  const [braced] = text.matchAll(IN_BRACES);
  const hint = didYouMean(braced?.[1]?.trim() ?? '', samples);
  return {
    message: `the sample itself is missing${hint}: write ${inBraces(samples, ' or ')} where it belongs, or name its placeholder in data.columns.fill, with the column of the text`,
  };
}

/** Names in braces that are sent as text, and dollar signs as a template of JavaScript has them. */
export function promptNotices(template: string, names: PromptNames) {
  const pieces = parseTemplate(template, names);
  // No name reaches over a placeholder.
  const sent = pieces.map(({ name, text }) => (name === undefined ? text : '\0'));
  const [token] = /\{\s*[A-Za-z_]\w*\s*\}/.exec(sent.join('')) ?? [];
  const dollars = pieces.filter(({ name }, i) => name && pieces[i - 1]?.text.endsWith('$'));
  const notes = dollars.map(({ text }) => {
    return { token: `$${text}`, message: `${quoted(`$${text}`)} sends a dollar sign.` };
  });
  if (token === undefined) return notes;
  const message = `nothing fills ${quoted(token)}, so it is sent as text. Give it a value under \`model.variables\`, or name its column under \`data.columns.fill\`.`;
  return [...notes, { token, message }];
}

const STATEMENT = /\{%[^{}]*%\}/;
/** A name in braces, or one with more, as other tools fill it. */
const IN_BRACES = /\{?\{[ \t]*(?=[$A-Za-z_])([^{}\n]{1,200})\}\}?/g;
const IS_FILTERED = /^(?:\$\w{1,99}|[\w.]{1,99}[ \t]{0,9}(?:\|.*)?)$/;

/**
 * A known name with a filter, a path, a format or a dollar sign; in single braces it may be text,
 * unless the sample itself is missing. Or a name in another style than the others.
 */
function oddPlaceholder({ text, own, known, style }: Template, isMissing: boolean) {
  for (const [token, inner = ''] of text.matchAll(IN_BRACES)) {
    const name = inner.match(/[A-Za-z_]\w*/g)?.find((one) => known.includes(one));
    if (name === undefined) continue;
    const isDouble = token.startsWith('{{') && token.endsWith('}}');
    const isBare = inner.trim() === name;
    const isInOtherStyle = own.includes(name) && isDouble !== (style === 'mustache');
    const hasMore = isMissing || (isDouble && IS_FILTERED.test(inner.trim()));
    if (!(isBare ? isInOtherStyle : hasMore)) continue;
    const right = isBare === isDouble ? `{${name}}` : `{{ ${name} }}`;
    return {
      token,
      message: `nothing fills the placeholder ${quoted(token)}: write ${quoted(right)}, in the style of the others, without a filter, a path, a format or a dollar sign`,
    };
  }
  return undefined;
}

function unknownPlaceholder({ pieces, known }: Template) {
  const piece = pieces.find(({ name = SAMPLE }) => !known.includes(name));
  if (!piece) return undefined;
  const { text: token, name = '' } = piece;
  return {
    token,
    message: `unknown placeholder ${quoted(token)}${didYouMean(name.trim(), known)} (give it a value under model.variables or its column under data.columns.fill, or write {{ and }} throughout for braces of its own); allowed here: ${inBraces(known, ', ')}`,
  };
}

function inBraces(names: readonly string[], separator: string) {
  return [...new Set(names)].map((name) => `{${name}}`).join(separator);
}

/** Fills a template, as far as it can be sent; a placeholder without a value stays as it is. */
export function fillTemplate(pieces: readonly Piece[], values: Values) {
  let filled = '';
  for (const { text, name = '' } of pieces)
    if (filled.length <= MAX_PROMPT_LENGTH) filled += entryOf(values, name) ?? text;
  return filled;
}

/** The prompt of a configuration that has none. */
export const BARE_PROMPT = '{text}\n{options}';

/** The prompt for one text. */
export function promptWith(
  template: readonly Piece[],
  { text, options, values }: { text: string; options?: string; values?: Values },
) {
  const all = { ...values, [SAMPLE]: text, options: options ?? '' };
  if (options !== undefined) return fillTemplate(template, all);
  // Without options their line goes too: a prompt that ends in an empty line is not what was meant.
  const pieces = template.map((piece, i) => {
    const isBefore = template[i + 1]?.name === 'options' && piece.name === undefined;
    return isBefore ? { text: piece.text.replace(/\n$/, '') } : piece;
  });
  return fillTemplate(pieces, all);
}
