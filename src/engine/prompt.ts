import { entryOf, quoted } from '../shared/json.ts';
import { didYouMean } from '../language/nearest.ts';

/** The placeholder of the row's text, and all names that it has in every prompt. */
const SAMPLE = 'text';
const SAMPLES = [SAMPLE, 'question'];
const NAME = /^(?!options$)[A-Za-z_]\w*$/;

/** The patterns of placeholders, by the style in which a prompt writes them. */
const STYLES = {
  // A name in single braces. Other braces, such as those of JSON, are text.
  single: /\{(\s*[A-Za-z_]\w*\s*)\}/g,
  // Python's format strings: `{{` and `}}` are literal braces, and single braces a placeholder.
  python: /\{\{|\}\}|\{([^{}]*)\}/g,
  // Mustache and Jinja: `{{ name }}`, or `{{{ name }}}` for the same.
  mustache: /\{\{\{([^{}]*)\}\}\}|\{\{([^{}]*)\}\}/g,
};
type Style = keyof typeof STYLES;

/** Maximum length of a prompt, in characters. No model accepts more. */
export const MAX_PROMPT_LENGTH = 1024 ** 2;

/** A Jinja statement: `{% if … %}`. */
const STATEMENT = /\{%[^{]*%\}/;
/**
 * A name in single or double braces, alone or with a path, a filter or a format, as in other tools.
 */
const IN_BRACES = /\{?\{[ \t]*(?=[$A-Za-z_])([^{}\n]{1,200})\}\}?/g;
/** A name with a dollar sign, a path or a filter. */
const FILTERED_NAME = /^(?:\$\w{1,99}|[\w.]{1,99}[ \t]{0,9}(?:\|.*)?)$/;

export type Values = Readonly<Record<string, string>>;

export interface RowNames {
  /** Further names of the row's text, unless a variable or another column has the name. */
  samples: readonly string[];
  columns: readonly string[];
}

export type PromptKind = 'prompt' | 'system_prompt';

/** The names that a prompt may use, in addition to `text`, `question` and `options`. */
interface PromptNames extends RowNames {
  variables: readonly string[];
}

/** The part of `data.columns` that says what fills prompts. */
interface Filling {
  text?: string;
  fill?: Values;
}

/** The placeholders that columns fill, each with its column, except for the column of the text. */
export function filledColumns({ text = SAMPLE, fill = {} }: Filling) {
  return Object.entries(fill).filter(([, column]) => column !== text);
}

/** The placeholders that rows of any source fill. */
export function rowNames(sources: readonly Filling[]) {
  const samples = sources.flatMap(({ text = SAMPLE, fill = {} }) => [text, ...Object.keys(fill)]);
  const columns = sources.flatMap(filledColumns).map(([name]) => name);
  return { samples, columns: [...new Set(columns)] };
}

/** A piece of a template: literal text, or a placeholder (with its name) as it is written. */
interface Piece {
  text: string;
  name?: string;
}

type Template = ReturnType<typeof readTemplate>;

/** Parses a prompt. All names of the row's text become `text`. */
function readTemplate(text: string, names: PromptNames) {
  const ownNames = [...names.variables, ...names.columns];
  const named = names.samples.filter((name) => NAME.test(name) && !ownNames.includes(name));
  const samples = [...SAMPLES, ...named];
  const known = [...samples, 'options', ...ownNames];
  const style = styleOf(text, known);
  const pieces = piecesIn(text, style).map((piece) =>
    samples.includes(piece.name ?? '') ? { ...piece, name: SAMPLE } : piece,
  );
  return { text, samples, ownNames, known, style, pieces };
}

/** Chooses the style: double braces are placeholders if only they contain known names. */
function styleOf(text: string, known: readonly string[]) {
  const knownIn = (style: Style) =>
    piecesIn(text, style).filter(({ name = '' }) => known.includes(name.trim()));
  const doubles = knownIn('mustache');
  if (doubles.some((piece) => piece.text.startsWith('{{{'))) return 'mustache';
  if (doubles.length > 0 && knownIn('python').length === 0) return 'mustache';
  return text.includes('{{') ? 'python' : 'single';
}

function piecesIn(template: string, style: Style) {
  const pieces: Piece[] = [];
  let position = 0;
  for (const match of template.matchAll(STYLES[style])) {
    // A pattern has a group for each form of a placeholder. A doubled brace matches none.
    const [token, first, second] = match;
    const name = first ?? second;
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

export interface PromptNote {
  message: string;
  /** The part of the prompt that the message is about. */
  token?: string;
}

export function findPromptProblem(text: string, names: PromptNames, kind: PromptKind) {
  const template = readTemplate(text, names);
  const { samples, style, pieces } = template;
  const isPrompt = kind === 'prompt';
  const [token] = (isPrompt && style === 'mustache' && STATEMENT.exec(text)) || [];
  if (token !== undefined)
    return {
      token,
      message: `the statement ${quoted(token)} is not supported; only placeholders such as {{ text }} are filled in`,
    };
  const isMissing = isPrompt && !pieces.some(({ name }) => name === SAMPLE);
  const problem = findOddPlaceholder(template, isMissing) ?? findUnknownPlaceholder(template);
  if (problem || !isMissing) return problem;
  const [braced] = text.matchAll(IN_BRACES);
  const hint = didYouMean(braced?.[1]?.trim() ?? '', samples);
  return {
    message: `the sample itself is missing${hint}: write ${inBraces(samples, ' or ')} where it belongs, or map its placeholder to the column of the text in data.columns.fill`,
  };
}

/** Notes on names in braces that nothing fills, and on a `$` before a placeholder. */
export function promptNotices(template: string, names: PromptNames) {
  const pieces = parseTemplate(template, names);
  // NUL replaces each placeholder, since no name contains it.
  const sent = pieces.map(({ name, text }) => (name === undefined ? text : '\0'));
  const [token] = /\{\s*[A-Za-z_]\w*\s*\}/.exec(sent.join('')) ?? [];
  const notes = pieces
    .filter(({ name }, i) => name && pieces[i - 1]?.text.endsWith('$'))
    .map(({ text }) => ({
      token: `$${text}`,
      message: `${quoted(`$${text}`)} sends a dollar sign before the value.`,
    }));
  if (token === undefined) return notes;
  const message = `nothing fills ${quoted(token)}, so it is sent as text. Give it a value under \`model.variables\`, or name its column under \`data.columns.fill\`.`;
  return [...notes, { token, message }];
}

/**
 * Finds a name in a different style than the others, or a known name with a filter, a path, a
 * format or a dollar sign. In single braces, a name with such an addition may be literal text,
 * unless the sample itself is missing.
 */
function findOddPlaceholder({ text, ownNames, known, style }: Template, isMissing: boolean) {
  for (const [token, inner = ''] of text.matchAll(IN_BRACES)) {
    const name = inner.match(/[A-Za-z_]\w*/g)?.find((word) => known.includes(word));
    if (name === undefined) continue;
    const isDouble = token.startsWith('{{') && token.endsWith('}}');
    const isBare = inner.trim() === name;
    const isInOtherStyle = ownNames.includes(name) && isDouble !== (style === 'mustache');
    const hasMore = isMissing || (isDouble && FILTERED_NAME.test(inner.trim()));
    if (!(isBare ? isInOtherStyle : hasMore)) continue;
    // A name with an addition keeps its kind of braces; a bare name gets the other kind.
    const right = isBare === isDouble ? `{${name}}` : `{{ ${name} }}`;
    return {
      token,
      message: `nothing fills the placeholder ${quoted(token)}: write ${quoted(right)}, in the style of the others, without a filter, a path, a format or a dollar sign`,
    };
  }
  return undefined;
}

function findUnknownPlaceholder({ pieces, known }: Template) {
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

/** Fills a template, and stops once it is too long to send. A placeholder without a value stays. */
export function fillTemplate(pieces: readonly Piece[], values: Values) {
  let filled = '';
  for (const { text, name = '' } of pieces)
    if (filled.length <= MAX_PROMPT_LENGTH) filled += entryOf(values, name) ?? text;
  return filled;
}

/** The default prompt, unless the key is labels or a truth. */
export const BARE_PROMPT = '{text}\n{options}';

export function renderPrompt(
  template: readonly Piece[],
  { text, options, values }: { text: string; options?: string; values?: Values },
) {
  const byName = { ...values, [SAMPLE]: text, options: options ?? '' };
  if (options !== undefined) return fillTemplate(template, byName);
  // Without options, the line break before them is removed, so that no empty line is left.
  const pieces = template.map((piece, i) => {
    // Between two placeholders stands a literal piece, even if it is empty.
    const precedesOptions = template[i + 1]?.name === 'options';
    return precedesOptions ? { text: piece.text.replace(/\n$/, '') } : piece;
  });
  return fillTemplate(pieces, byName);
}
