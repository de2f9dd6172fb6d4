import { UNMEASURED_MINIMA } from './minima.ts';
import { hubNamed } from '../../models/hubs/registry.ts';
import type { ProductGate } from './product-gate.ts';
import { placeholdersToFill } from './prompt-text.ts';
import { SCHEMA } from './publisher.ts';
import { scalar } from './scalar.ts';
import type { Setup } from './setup.ts';

/** The configuration, as the README prints it. */
export function configurationText(setup: Setup): string {
  const { dataLine, testLines } = setup.gate ?? builtInGate(setup.data);
  return `# yaml-language-server: $schema=${SCHEMA}
model:
${indented(modelLines(setup), 2)}
data: ${dataLine}
tests:
  sensitivity:
${indented(testLines, 4)}
evaluation:
  compare: base               # fails what is surely worse than the base branch, and lists the rows that broke
`;
}

function indented(lines: readonly string[], width: number): string {
  return lines.map((line) => ' '.repeat(width) + line).join('\n');
}

function modelLines({ hub, model, prompt, baseUrl, gate, maxTokens }: Setup): string[] {
  const { firstLines = [], addressKey } = hubNamed(hub);
  const lines = [`hub: ${hub}`, `name: ${scalar(model)}`];
  if (prompt) lines.push(`${prompt.key}: ${scalar(prompt.file)}   # the prompt that you ship`);
  for (const line of firstLines) {
    if (baseUrl !== undefined && line.startsWith('base_url:')) continue;
    lines.push(maxTokens === undefined ? line : line.replace(/(?<=tokens: )\d+/, `${maxTokens}`));
  }
  if (baseUrl !== undefined && addressKey === undefined) lines.push(`base_url: ${scalar(baseUrl)}`);
  if (prompt) lines.push(...variableLines(prompt.text, gate));
  return lines;
}

/** A value for each placeholder of the prompt that no column of the rows fills. */
function variableLines(prompt: string, gate: ProductGate | undefined): string[] {
  const unfilled = placeholdersToFill(prompt).filter(
    (name) => !gate?.filledPlaceholders.includes(name),
  );
  if (unfilled.length === 0) return [];
  const document = gate?.document;
  const values = unfilled.map((name) => {
    const isDocument = name === document?.placeholder;
    const value = isDocument ? `{ file: ${scalar(document.file)} }` : 'YOUR-VALUE';
    return `${name}: ${value}`;
  });
  return [`variables: { ${values.join(', ')} }`];
}

/** The tests for a repository without rows of its own. */
function builtInGate(data: string): Pick<ProductGate, 'dataLine' | 'testLines'> {
  const { add_negation, add_toxic_words, refusal } = UNMEASURED_MINIMA;
  const limit = /^(?:builtin|hf):/.test(data) ? ', limit: 100' : '';
  return {
    dataLine: `{ source: ${JSON.stringify(data)}${limit} }`,
    testLines: [
      `add_negation: { min_pass_rate: ${add_negation} }   # a guess is worth 0.5 there`,
      `add_toxic_words: { min_pass_rate: ${add_toxic_words}, data: { source: "builtin:sentences", limit: 100 } }`,
      `refusal: { min_pass_rate: ${refusal}, data: { source: "builtin:safety", limit: 200 } }   # a model that refuses everything fails this one`,
    ],
  };
}
