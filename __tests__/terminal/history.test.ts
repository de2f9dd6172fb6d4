import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { withHistoryOf } from '../../src/terminal/run.js';
import type { Options } from '../../src/terminal/options.js';
import type { Terminal } from '../../src/terminal/command.js';
import { realistic } from '../report/sample-results.js';

it('a record that cannot be written is reported in one line, and the results stay the same', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'sensitivity-record-'));
  try {
    const cacheDirectory = path.join(root, 'no-folder');
    await writeFile(cacheDirectory, '');
    const told: string[] = [];
    const terminal = { root, complain: (text: string) => void told.push(text) } as Terminal;
    const results = realistic();
    expect(await withHistoryOf(results, { history: true, cacheDirectory } as Options, terminal)).toBe(results);
    expect(told).toEqual([expect.stringMatching(/^\S*history\.jsonl: the record of earlier runs cannot be read: .*\S$/s)]);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
