import { configurationText } from './configuration.ts';
import { RULES_FILE } from './product-gate.ts';
import SAMPLE_QUESTIONS from './sample-questions.json' with { type: 'json' };
import type { Setup } from './setup.ts';
import { RELEASE_FILE, releaseWorkflowText, WORKFLOW_FILE, workflowText } from './workflows.ts';

export const QUESTIONS_FILE = 'evals/questions.jsonl';

export interface InitialFile {
  name: string;
  text: string;
  /** Placeholders in the file for values that only the user knows, each once. */
  placeholders: readonly string[];
}

/** The placeholders that the templates here, and the first lines of a hub, contain. */
const PLACEHOLDERS = /\bYOUR-[A-Z]+\b|\bassistant\.example\.com\b/g;

/** Returns the configuration first, then the rows and rules that it names, then the workflows. */
export function initialFiles(setup: Setup): [configuration: InitialFile, ...InitialFile[]] {
  const { config, data, gate, release } = setup;
  const files: [InitialFile, ...InitialFile[]] = [initialFile(config, configurationText(setup))];
  if (data === QUESTIONS_FILE) {
    // Half have one right option and half have three: a constant answer is right in half.
    files.push(initialFile(QUESTIONS_FILE, linesOf(SAMPLE_QUESTIONS, '')));
  }
  if (gate && gate.rules.length > 0) files.push(initialFile(RULES_FILE, linesOf(gate.rules, '- ')));
  files.push(initialFile(WORKFLOW_FILE, workflowText(setup)));
  if (release) files.push(initialFile(RELEASE_FILE, releaseWorkflowText(setup)));
  return files;
}

function initialFile(name: string, text: string): InitialFile {
  return { name, text, placeholders: [...new Set(text.match(PLACEHOLDERS))] };
}

function linesOf(values: readonly unknown[], lead: string): string {
  return values.map((value) => `${lead}${JSON.stringify(value)}\n`).join('');
}
