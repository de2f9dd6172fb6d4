import { configurationText } from './configuration.ts';
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

/** Returns the configuration first, then the rows that it names, then the workflow. */
export function initialFiles(setup: Setup): [configuration: InitialFile, ...InitialFile[]] {
  const { config, data } = setup;
  const files: [InitialFile, ...InitialFile[]] = [initialFile(config, configurationText(setup))];
  if (data === QUESTIONS_FILE) {
    // Half have one right option and half have three: a constant answer is right in half.
    const lines = SAMPLE_QUESTIONS.map((question) => `${JSON.stringify(question)}\n`);
    files.push(initialFile(QUESTIONS_FILE, lines.join('')));
  }
  files.push(initialFile(WORKFLOW_FILE, workflowText(setup)));
  return files;
}

function initialFile(name: string, text: string): InitialFile {
  return { name, text, placeholders: [...new Set(text.match(PLACEHOLDERS))] };
}
