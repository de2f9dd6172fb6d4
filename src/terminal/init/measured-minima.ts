import path from 'node:path';
import { UNNAMED_MODEL } from '../../config/resolve.ts';
import { configOf } from '../../config/rules.ts';
import { probeRoom, ROOM_TO_REASON } from '../../run/answer-room.ts';
import { missingKeys } from '../../run/missing-keys.ts';
import { connectionOf } from '../../run/connect-models.ts';
import type { EvaluateOptions } from '../../run/options.ts';
import { replaceFile } from '../../run/safe-files.ts';
import type { Plan } from '../../report/story/plan.ts';
import { quantity } from '../../report/story/words.ts';
import { attemptStep, type Terminal } from '../command.ts';
import type { Options } from '../options.ts';
import { measureSuggestion, writeMinima } from '../suggest.ts';
import { suggestionLines } from '../suggestion-lines.ts';
import { asksUser } from './answers.ts';
import { initialFiles } from './files.ts';
import { questionsAsker } from './questions.ts';
import type { Setup } from './setup.ts';

interface Measurement {
  setup: Setup;
  /** The options of `init` as they were given. */
  options: Options;
  /** Those of a command that reads the written files. */
  fileOptions: Options;
  workingOptions: EvaluateOptions;
  plan: Plan;
}

/**
 * Measures the model and writes minima that it passes, if the user wants that and the model can be
 * asked. Returns whether minima are written.
 */
export async function offerMinima(
  { setup, options, fileOptions, workingOptions, plan }: Measurement,
  terminal: Terminal,
): Promise<boolean> {
  const config = configOf(workingOptions.config.rules, workingOptions.config.path);
  const hasKeys = missingKeys(config, connectionOf(workingOptions, config)).length === 0;
  if (setup.model === UNNAMED_MODEL || !hasKeys) return false;
  const isWanted = options.measure || (asksUser(options) && (await wantsMinima(plan, terminal)));
  if (!isWanted) return false;
  const written = await attemptStep(async () => {
    const room = await probeRoom(config, workingOptions);
    const isCut = room?.limit !== undefined && room.limit < ROOM_TO_REASON;
    if (room?.reasons && isCut) await raiseTokenLimit(setup, terminal);
    const suggestion = await measureSuggestion(fileOptions, terminal);
    terminal.print(`\n${suggestionLines(suggestion, terminal.layout).join('\n')}\n`);
    return writeMinima(suggestion, fileOptions, terminal);
  }, terminal);
  return written !== undefined && (written.isWritten || written.hasKept);
}

/** Writes the configuration with room for a model that reasons before it answers. */
async function raiseTokenLimit(setup: Setup, { root, print }: Terminal): Promise<void> {
  const [{ name, text }] = initialFiles({ ...setup, maxTokens: ROOM_TO_REASON });
  await replaceFile(path.resolve(root, name), text);
  print(
    `\nThe model reasons before it answers: ${name} now gives it ${ROOM_TO_REASON} tokens for both.\n`,
  );
}

async function wantsMinima({ requests }: Plan, { process }: Terminal): Promise<boolean> {
  const { answer, close } = questionsAsker(process);
  try {
    const word = await answer({
      ask: `Measure the model now and set minima that it passes, with up to ${quantity(requests.total, 'request')} (yes, no)`,
      defaultAnswer: 'no',
      problem: (text) => (['yes', 'no'].includes(text) ? undefined : 'Answer yes or no.'),
    });
    return word === 'yes';
  } finally {
    close();
  }
}
