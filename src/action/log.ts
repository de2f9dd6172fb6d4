import type { Results } from '../engine/results.js';
import { logDetails, logLines } from '../report/log.js';
import type { World } from './evaluate-change.js';

/** What a run came to, in the log; its statistics are folded below it, for whoever looks for them. */
export function tellLog(results: Results, { core, say }: World): void {
  logLines(results).forEach(say);
  const details = logDetails(results);
  if (details.length === 0) return;
  core.startGroup('How sure is this?');
  details.forEach(say);
  core.endGroup();
}
