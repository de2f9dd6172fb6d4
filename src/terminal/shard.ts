import type { Results } from '../engine/results.js';
import { writeFileFor } from '../evaluate/report-files.js';
import type { ShardPart } from '../evaluate/shard.js';
import { logLine } from '../report/escape.js';
import { say } from '../report/layout.js';
import { isInVain, shardLines } from '../report/shard.js';
import { redact } from '../secrets.js';
import { EXIT, EXIT_USAGE } from './command.js';
import { attempt } from './attempt.js';
import type { Options } from './options.js';
import type { Terminal } from './terminal.js';

/** A shard is in order where it hands on what it was told, be that what it may: the merge decides. @returns the exit status. */
export async function endShard(
  { results, ...part }: ShardPart & { results: Results },
  { reportDirectory, json }: Options,
  terminal: Terminal,
): Promise<number> {
  const { root, secrets, printJson, note, layout } = terminal;
  const { share, rows, failed } = part;
  for (const line of shardLines(part, results)) note(`${say(logLine(line), layout, 0).join('\n')}\n`);
  const place = { directory: reportDirectory, checkout: root, where: '--report-directory' };
  const write = () => writeFileFor({ name: part.file, text: part.sealed(redact(part.body, secrets)) }, place);
  const file = await attempt(write, terminal);
  if (file === undefined) return EXIT_USAGE;
  note(`Shard: ${file}\n`);
  if (json) printJson({ shard: share, rows, failed, requests: results.usage.requests, file });
  return isInVain(part) ? EXIT.error : EXIT.pass;
}
