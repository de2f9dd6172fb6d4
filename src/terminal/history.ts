import type { Results } from '../engine/results.js';
import { historyIn, HISTORY_FILE, keepIn } from '../evaluate/history-folder.js';
import { recordOf, withHistory } from '../evaluate/history.js';
import { attempt } from './attempt.js';
import { headCommit } from './git-base.js';
import type { Options } from './options.js';
import type { Terminal } from './terminal.js';

/**
 * The results with what earlier runs in this folder reached, this one kept beside them. Best effort: a record that cannot be read or
 * written is told, and no run fails by it.
 */
export async function remembered(results: Results, options: Options, terminal: Terminal): Promise<Results> {
  const { root } = terminal;
  const { cacheDirectory: folder, hub, model, data } = options;
  if (!options.history) return results;
  const gate = { config: results.config.path, hub, model, data, root };
  const own = recordOf(results, { gate, event: 'terminal', commit: await headCommit(root) });
  if (own === undefined) return results;
  const told = await attempt(async () => {
    const name = `${HISTORY_FILE} in --cache-directory`;
    const all = withHistory(results, { own, read: await historyIn(folder), name });
    await keepIn(folder, own);
    return all;
  }, terminal);
  return told ?? results;
}
