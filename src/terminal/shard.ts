import type { Results } from '../engine/results.js';
import { GateError } from '../errors.js';
import { writeFileFor } from '../evaluate/report-files.js';
import type { ShardPart } from '../evaluate/shard.js';
import { logLine } from '../report/escape.js';
import { say } from '../report/layout.js';
import { isInVain, shardLines } from '../report/shard.js';
import { redact } from '../secrets.js';
import { EXIT, EXIT_USAGE } from './command.js';
import { describe } from './flags.js';
import type { Options } from './options.js';
import type { Terminal } from './terminal.js';

/** A shard is in order where it hands on what it was told, be that what it may: the merge decides. @returns the exit status. */
export async function endShard(
  { results, ...part }: ShardPart & { results: Results },
  { reportDirectory, json }: Options,
  { root, secrets, print, note, complain, layout }: Terminal,
): Promise<number> {
  for (const line of shardLines(part, results)) note(`${say(logLine(line), layout, 0).join('\n')}\n`);
  try {
    const text = part.sealed(redact(part.body, secrets));
    const place = { directory: reportDirectory, checkout: root, where: '--report-directory' };
    const file = await writeFileFor({ name: part.file, text }, place);
    note(`Shard: ${file}\n`);
    const { share, rows, failed } = part;
    if (json) print(`${JSON.stringify({ shard: share, rows, failed, requests: results.usage.requests, file }, null, 2).toWellFormed()}\n`);
    return isInVain(part) ? EXIT.error : EXIT.pass;
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    complain(describe(error));
    return EXIT_USAGE;
  }
}
