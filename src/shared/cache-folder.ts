import { homedir } from 'node:os';
import path from 'node:path';

/**
 * The folder in which a user's commands keep their files. An empty or relative XDG_CACHE_HOME is
 * ignored: such a folder could lie in the checkout, where a pull request writes.
 */
export function cacheFolder({ XDG_CACHE_HOME: folder = '' }: NodeJS.ProcessEnv) {
  return path.join(
    path.isAbsolute(folder) ? folder : path.join(homedir(), '.cache'),
    'sensitivity',
  );
}
