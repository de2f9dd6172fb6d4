import { pythonValue } from '../../language/python.js';
import { quoted } from '../../json.js';

export interface MetricTemplate {
  opinions: string;
  verdicts: string;
  reason: string;
}

type Step = keyof MetricTemplate;

/** The placeholders that each prompt must have; the names are DeepEval's. */
const REQUIRED: Record<Step, readonly string[]> = { opinions: ['actual_output'], verdicts: ['opinions'], reason: ['toxics', 'score'] };
export const TEMPLATE_STEPS = Object.keys(REQUIRED) as Step[];

/** DeepEval's rules for images, which stand in its prompts: answers here are text, so nothing stands in its place. */
const EMPTY = '_fragments.multimodal_input_rules';

const TOKEN = /\{\{([^{}]*)\}\}/g;

export function metricTemplateProblem(step: Step, prompt: string): string | undefined {
  const wanted = REQUIRED[step];
  const names = Array.from(prompt.matchAll(TOKEN), ([, name]) => name!.trim());
  const unknown = names.find((name) => name !== EMPTY && !wanted.includes(name));
  const allowed = wanted.map((name) => `{{ ${name} }}`).join(' and ');
  if (unknown !== undefined)
    return `unknown placeholder ${quoted(`{{ ${unknown} }}`)}; allowed: ${allowed}. JSON in a prompt has single braces`;
  if (/\{[%#]/.test(prompt)) return 'only placeholders are filled in, neither {% … %} nor {# … #}';
  const missing = wanted.find((name) => !names.includes(name));
  return missing === undefined ? undefined : `the placeholder {{ ${missing} }} is missing; it needs ${allowed}`;
}

/** Values go in as DeepEval puts them: texts as they are, lists as Python prints them. */
export function fillTemplate(prompt: string, values: Record<string, string | readonly unknown[]>): string {
  return prompt.replace(TOKEN, (_token, name: string) => {
    const value = values[name.trim()] ?? '';
    return typeof value === 'string' ? value : pythonValue(value);
  });
}
