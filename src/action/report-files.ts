import { lstat, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '../errors.ts';
import { quoted } from '../json.ts';
import { leadsOut } from '../path-safety.ts';
import { reportFiles } from '../report/index.ts';
import type { Shown } from '../report/shown.ts';
import type { Results } from '../run/results.ts';
import type { Inputs } from './inputs.ts';

/**
 * Writes report.json, report.html and report.xml.
 *
 * @returns path of report.json
 * @throws ConfigError for a folder that cannot be written, or is reached by a link of the checkout
 */
export async function writeReportFiles(
  results: Results,
  shown: Shown,
  { 'report-directory': folder, workspace }: Pick<Inputs, 'report-directory' | 'workspace'>,
): Promise<string> {
  const where = "input 'report-directory'";
  const remedy = 'Name a folder that this job may write, outside of the checkout.';
  try {
    if (await hasLinkInside(workspace, folder))
      throw new ConfigError(`${quoted(folder)} is a link in the checkout`, { where, remedy });
    await mkdir(folder, { recursive: true });
    for (const [name, text] of Object.entries(reportFiles(results, shown))) {
      const file = path.join(folder, name);
      // A link of that name is removed, and not followed.
      await rm(file, { force: true });
      await writeFile(file, text);
    }
  } catch (cause) {
    // An error without a system call is a defect, or is told already.
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    const message = `The report cannot be written: ${quoted(cause.message)}`;
    throw new ConfigError(message, { where, remedy, cause });
  }
  return path.join(folder, 'report.json');
}

/** A pull request may have put a link there. */
async function hasLinkInside(workspace: string, folder: string): Promise<boolean> {
  const steps = path.relative(workspace, folder);
  if (leadsOut(steps)) return false;
  for (const end of steps.split(path.sep).keys()) {
    const at = path.join(workspace, ...steps.split(path.sep).slice(0, end + 1));
    const status = await lstat(at).catch(() => undefined);
    if (at !== workspace && status?.isSymbolicLink()) return true;
  }
  return false;
}
