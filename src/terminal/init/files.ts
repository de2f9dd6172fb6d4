import { configurationText } from './configuration.ts';
import { RULES_FILE, type ProposedRule } from './product-gate.ts';
import SAMPLE_QUESTIONS from './sample-questions.json' with { type: 'json' };
import type { Setup } from './setup.ts';
import { WORKFLOW_FILE, workflowText } from './workflows.ts';

export const QUESTIONS_FILE = 'evals/questions.jsonl';

export interface InitialFile {
  name: string;
  text: string;
  /** Placeholders in the file for values that only the user knows, each once. */
  placeholders: readonly string[];
}

/** The placeholders that the templates here, and the first lines of a hub, contain. */
const PLACEHOLDERS = /\bYOUR-[A-Z]+\b|\bassistant\.example\.com\b/g;

/** Returns the configuration first, then the rows and rules that it names, then the workflow. */
export function initialFiles(setup: Setup): [configuration: InitialFile, ...InitialFile[]] {
  const { config, data, gate } = setup;
  const files: [InitialFile, ...InitialFile[]] = [initialFile(config, configurationText(setup))];
  if (data === QUESTIONS_FILE) {
    // Half have one right option and half have three: a constant answer is right in half.
    const lines = SAMPLE_QUESTIONS.map((question) => `${JSON.stringify(question)}\n`);
    files.push(initialFile(QUESTIONS_FILE, lines.join('')));
  }
  if (gate && gate.rules.length > 0)
    files.push(initialFile(RULES_FILE, rulesText(gate.rules, setup)));
  files.push(initialFile(WORKFLOW_FILE, workflowText(setup)));
  return files;
}

function rulesText(rules: readonly ProposedRule[], { prompt }: Setup): string {
  const lines = rules.flatMap(({ rule, ask }) =>
    ask === undefined
      ? [`- ${JSON.stringify(rule)}`]
      : [`- rule: ${JSON.stringify(rule)}`, `  ask: ${JSON.stringify(ask)}`],
  );
  const draft = `sensitivity draft ${prompt?.file ?? 'PROMPT'} --kind rules --out ${RULES_FILE} --force`;
  const comment = rules.some(({ ask }) => ask !== undefined)
    ? `# Each \`ask\` goes for the breach of its rule, in the rule's own words. A model writes better ones:\n# ${draft}\n`
    : '';
  return `${comment}${lines.join('\n')}\n`;
}

function initialFile(name: string, text: string): InitialFile {
  return { name, text, placeholders: [...new Set(text.match(PLACEHOLDERS))] };
}
