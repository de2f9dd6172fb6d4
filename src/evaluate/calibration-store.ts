import { hash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { canonical } from '../config/equality.js';
import type { CalibrationStore } from '../engine/judges.js';
import type { Model } from '../engine/model.js';
import type { Calibration } from '../engine/results.js';
import { isFresh, LONGEST_AGE_MS, parsed } from './kept-reply.js';
import { writeAnew } from './safe-files.js';

const count = z.int().nonnegative();
const kept = z.object({
  at: z.number(),
  calibration: z.object({
    judge: z.string(),
    right: count,
    total: count,
    needed: z.number().min(0).max(1),
    confusion: z.record(z.string(), z.record(z.string(), count)),
  }),
});

/**
 * Keeps what is known of judges as files in a folder, one for a judge with its settings and the cases that it was shown. A file that
 * cannot be read or written costs a calibration, never a run. Undefined where there is no folder to keep them in.
 */
export function calibrationStore(folder: string | undefined, settingsOf: (judge: Model) => unknown): CalibrationStore | undefined {
  if (folder === undefined) return undefined;
  const fileOf = (judge: Model, version: string) =>
    path.join(folder, `judge-${hash('sha256', canonical([version, settingsOf(judge)])).slice(0, 32)}.json`);
  return {
    async read(judge, version): Promise<Calibration | undefined> {
      const found = parsed(kept, await readFile(fileOf(judge, version), 'utf8').catch(() => ''));
      return found && isFresh(found.at, LONGEST_AGE_MS) ? found.calibration : undefined;
    },
    async write(judge, version, calibration): Promise<void> {
      try {
        await mkdir(folder, { recursive: true });
        await writeAnew(fileOf(judge, version), JSON.stringify({ at: Date.now(), calibration }));
      } catch {
        // The next run asks again.
      }
    },
  };
}
