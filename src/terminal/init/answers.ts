import { UNNAMED_MODEL } from '../../config/resolve.ts';
import { hubInEnvironment } from '../../models/environment.ts';
import { HUBS } from '../../models/hubs/registry.ts';
import type { Terminal } from '../command.ts';
import { checkOption, dataProblem, hubProblem } from '../known-names.ts';
import { usageError, type Options } from '../options.ts';
import { QUESTIONS_FILE } from './files.ts';
import { findTeamRows } from './product-gate.ts';
import { isInteractive, questionsAsker } from './questions.ts';
import { readShippedPrompt, usualFiles, type ShippedPrompt } from './repository.ts';

const NO_PROMPT = 'none';

/** The user's choices for model and product, or the defaults. */
export interface InitAnswers {
  hub: string;
  model: string;
  prompt: ShippedPrompt | undefined;
  data: string;
  /** True if an option or an answer names the rows. */
  isDataNamed: boolean;
}

/** True if `init` asks for what no option gives. */
export function asksUser({ yes, hub, model, data }: Options): boolean {
  return !yes && [hub, model, data].includes(undefined);
}

/** @throws ConfigError for an unknown hub or set, or if there is no terminal to ask in */
export async function readAnswers(options: Options, terminal: Terminal): Promise<InitAnswers> {
  checkOption('hub', options.hub, hubProblem);
  checkOption('data', options.data, dataProblem);
  return asksUser(options) ? askUser(options, terminal) : chooseDefaults(options, terminal);
}

async function chooseDefaults(options: Options, { process, root }: Terminal): Promise<InitAnswers> {
  const { hub = usualHub(process) } = options;
  const { model = hub === 'reference' ? 'attentive' : UNNAMED_MODEL } = options;
  const [firstPrompt] = await usualFiles(root, 'prompts');
  const prompt = await promptFrom(options.prompt ?? firstPrompt ?? NO_PROMPT, root);
  const teamRows = hub === 'reference' ? undefined : await findTeamRows(root, prompt?.text);
  const data = options.data ?? teamRows ?? usualSource(hub, prompt);
  return { hub, model, prompt, data, isDataNamed: options.data !== undefined };
}

async function askUser(options: Options, { process, root }: Terminal): Promise<InitAnswers> {
  if (!isInteractive(process)) {
    throw usageError(
      'standard input is not a terminal, so init cannot ask for hub, model and data',
      'Give them as options (--hub, --model, --data), and --yes to take the defaults for the rest.',
    );
  }
  const { answer, close } = questionsAsker(process);
  try {
    let { hub, model, prompt: file, data } = options;
    hub ??= await answer({
      ask: `Hub (${HUBS.join(', ')})`,
      defaultAnswer: usualHub(process),
      problem: hubProblem,
    });
    model ??= await answer({ ask: 'Model, as the hub names it' });
    const [usualPrompt = NO_PROMPT] = await usualFiles(root, 'prompts');
    file ??= await answer({
      ask: `Prompt that you ship (a file, or ${NO_PROMPT})`,
      defaultAnswer: usualPrompt,
    });
    const prompt = await promptFrom(file, root);
    const teamRows = hub === 'reference' ? [] : await usualFiles(root, 'rows');
    const [usualRows = usualSource(hub, prompt)] = teamRows;
    data ??= await answer({
      ask: `Rows (a file of your own, builtin:multiple-choice, builtin:statements, or ${QUESTIONS_FILE} for samples)`,
      defaultAnswer: usualRows,
      problem: dataProblem,
    });
    return { hub, model, prompt, data, isDataNamed: true };
  } finally {
    close();
  }
}

function usualHub({ env }: Terminal['process']): string {
  return hubInEnvironment(env) ?? HUBS[0];
}

async function promptFrom(file: string, root: string): Promise<ShippedPrompt | undefined> {
  return file === NO_PROMPT ? undefined : readShippedPrompt(root, file);
}

/**
 * The sample rows have options, which a prompt without {options} cannot show; scripted models know
 * the built-in rows alone.
 */
function usualSource(hub: string, prompt: ShippedPrompt | undefined): string {
  if (prompt?.showsOptions === false) return 'builtin:statements';
  return hub === 'reference' ? 'builtin:multiple-choice' : QUESTIONS_FILE;
}
