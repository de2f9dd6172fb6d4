/** Readers of inputs that name a file or a folder. */
import { tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { leadsOut } from '../path-safety.ts';
import { notAllowedError, type InputContext } from './input-reader.ts';

/**
 * Returns an absolute path. A relative one starts at the checkout, the fallback in the runner's
 * temporary folder.
 */
export function readFolder(
  value: string | undefined,
  { workspace, variable }: InputContext,
  fallback: string,
): string {
  return resolve(workspace, value ?? join(variable('RUNNER_TEMP') ?? tmpdir(), fallback));
}

/** Returns a path in the checkout as git names it, and any other path as an absolute one. */
export function pathFromCheckout(value: string, workspace: string): string {
  const target = resolve(workspace, value);
  return isBelow(workspace, target) ? relative(workspace, target).split(sep).join('/') : target;
}

/** Refuses a folder in the checkout: a pull request could commit a calibration of a judge there. */
export function refuseInCheckout(workspace: string, folder: string): string {
  if (folder !== workspace && !isBelow(workspace, folder)) return folder;
  const remedy =
    'Allowed: a folder outside the checkout, which a pull request could fill: ${{ runner.temp }}/sensitivity-cache.';
  throw notAllowedError("input 'cache-directory'", folder, remedy);
}

function isBelow(workspace: string, target: string): boolean {
  const way = relative(workspace, target);
  return way !== '' && !leadsOut(way);
}
