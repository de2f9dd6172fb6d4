import type * as Core from '@actions/core';
import type { Results } from '../engine/results.js';
import { logLine } from '../report/escape.js';
import { logDetails, logLines } from '../report/log.js';

/** What a run came to, in the log; its statistics are folded below it, for whoever looks for them. */
export function tellLog(results: Results, core: Pick<typeof Core, 'info' | 'startGroup' | 'endGroup'>): void {
  const say = (line: string) => {
    core.info(logLine(line));
  };
  logLines(results).forEach(say);
  const details = logDetails(results);
  if (details.length === 0) return;
  core.startGroup('How sure is this?');
  details.forEach(say);
  core.endGroup();
}
