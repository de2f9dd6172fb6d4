import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Journal } from '../../src/evaluate/journal.js';
import { linesOf } from '../../src/evaluate/lines-of.js';
import { ReplyCache } from '../../src/evaluate/reply-cache.js';

const ID = 'a'.repeat(43);
const SEAL = 's'.repeat(43);
const asked = (nth: number) => ({ id: ID, nth });
const kept = (reply: string) => ({ reply, seal: SEAL });

const run = '0'.repeat(32);

let folder: string;
let place: { folder: string; run: string };
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'journal-'));
  place = { folder: path.join(folder, 'deep'), run };
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const files = () => (existsSync(place.folder) ? readdirSync(place.folder) : []);
/** The one that is there. */
const theFile = () => {
  expect(files()).toHaveLength(1);
  return path.join(place.folder, files()[0]!);
};
/** A name that this run would take up. */
const free = () => path.join(place.folder, `journal-${run}-${'a'.repeat(8)}-0-${'b'.repeat(8)}.jsonl`);

/** As if another process of this machine had written it. */
function handedTo(pid: number | undefined): void {
  const file = theFile();
  renameSync(file, file.replace(/-\d+(?=-[\da-f]{8}\.jsonl$)/, `-${pid}`));
}

function written(count: number): void {
  const journal = new Journal(place, { takeUp: false });
  for (let nth = 0; nth < count; nth++) journal.keep(asked(nth), kept(`{"n":${nth},"text":"ü€\\n"}`));
  journal.end({ isDone: false });
}

describe('the journal', () => {
  it('gives back what it was given, whoever takes it up, and is gone once it is done', () => {
    written(3);
    expect(statSync(theFile()).mode & 0o777).toBe(0o600);
    const journal = new Journal(place, { takeUp: true });
    expect([0, 1, 2, 3].map((nth) => journal.find(asked(nth))?.reply)).toEqual([
      ...[0, 1, 2].map((nth) => `{"n":${nth},"text":"ü€\\n"}`),
      undefined,
    ]);
    journal.keep(asked(3), kept('{}'));
    expect(journal.size).toBe(4);
    journal.end({ isDone: true });
    expect(files()).toEqual([]);
  });

  it('begins anew where it is not taken up', () => {
    written(3);
    const journal = new Journal(place, { takeUp: false });
    expect(journal.find(asked(0))).toBeUndefined();
    journal.keep(asked(7), kept('{}'));
    journal.end({ isDone: false });
    expect(readFileSync(theFile(), 'utf8').trim().split('\n')).toHaveLength(2);
  });

  it.each(Array.from({ length: 12 }, (_, i) => 1 + i * 9))('loses one line at most where the last %i bytes were never written', (cut) => {
    written(2);
    const whole = readFileSync(theFile());
    writeFileSync(theFile(), whole.subarray(0, whole.length - cut));
    const journal = new Journal(place, { takeUp: true });
    expect(journal.find(asked(0))).toBeDefined();
    journal.keep(asked(1), kept('{"again":true}'));
    journal.end({ isDone: false });
    const again = new Journal(place, { takeUp: true });
    expect([again.find(asked(0)) === undefined, again.find(asked(1))?.reply]).toEqual([false, '{"again":true}']);
    again.end({ isDone: true });
  });

  it('is input from outside: what is no line of ours is left out, with one notice', () => {
    written(1);
    const strange = [
      'null',
      '[]',
      '{"id":1}',
      `{"id":"${ID}","nth":-1,"seal":"${SEAL}","reply":"{}"}`,
      '\u0000'.repeat(100),
      '{'.repeat(5000),
    ];
    appendFileSync(theFile(), `${strange.join('\n')}\n`);
    const journal = new Journal(place, { takeUp: true });
    expect(journal.notices).toEqual([expect.stringContaining(`${strange.length} lines`)]);
    expect(journal.size).toBe(1);
    journal.end({ isDone: true });
  });

  it.each([
    ['of another kind', () => 'hello\n'],
    ['older than a week', () => `{"journal":1,"at":${Date.now() - 8 * 24 * 3600 * 1000}}\n`],
    ['from the future', () => `{"journal":1,"at":${Date.now() + 3600 * 1000}}\n`],
  ])('counts for nothing where it is %s', (_what, content) => {
    mkdirSync(place.folder);
    writeFileSync(free(), content());
    const journal = new Journal(place, { takeUp: true });
    expect(journal.notices).toHaveLength(1);
    journal.keep(asked(0), kept('{}'));
    journal.end({ isDone: false });
    expect(new Journal(place, { takeUp: true }).size).toBe(1);
  });

  it('writes through no link', () => {
    mkdirSync(place.folder);
    const other = path.join(folder, 'other');
    writeFileSync(other, 'mine');
    symlinkSync(other, free());
    const journal = new Journal(place, { takeUp: true });
    journal.keep(asked(0), kept('{}'));
    journal.end({ isDone: false });
    expect(readFileSync(other, 'utf8')).toBe('mine');
    expect(readFileSync(theFile(), 'utf8')).toContain(ID);
  });

  it('tells once of a disk that is full, and the run goes on', () => {
    let room = 2;
    const write = ((fd: number, bytes: Buffer) => {
      if (--room >= 0) return writeSync(fd, bytes);
      writeSync(fd, bytes.subarray(0, 10));
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    }) as typeof writeSync;
    const journal = new Journal(place, { takeUp: false }, write);
    for (let nth = 0; nth < 4; nth++) journal.keep(asked(nth), kept('{}'));
    expect(journal.notices).toEqual([expect.stringContaining('ENOSPC')]);
    journal.end({ isDone: false });
    const again = new Journal(place, { takeUp: true });
    expect(again.find(asked(0))?.reply).toBe('{}');
    again.end({ isDone: true });
  });
});

it('lines that are too long, or end on the edge of a chunk, are found where they stand', () => {
  const at = path.join(folder, 'lines');
  const lines = ['a'.repeat(1024 * 1024 - 1), 'b', 'c'.repeat(3_000_000), '', 'd'];
  writeFileSync(at, lines.join('\n'));
  const whole = readFileSync(at);
  const fd = openSync(at, 'r');
  const found = [...linesOf(fd, 2_000_000)];
  closeSync(fd);
  expect(found.map(({ length, isWhole, text }) => [length, isWhole, text === undefined])).toEqual([
    [lines[0]!.length, true, false],
    [1, true, false],
    [3_000_000, true, true],
    [1, false, false],
  ]);
  for (const { at: place, length, text } of found)
    if (text !== undefined) expect(whole.subarray(place, place + length).toString()).toBe(text);
});

describe('journals of several processes in one folder', () => {
  const begun = (takeUp: boolean, nth: number) => {
    const journal = new Journal(place, { takeUp });
    journal.keep(asked(nth), kept(`{"n":${nth}}`));
    return journal;
  };

  it('are neither taken up nor removed while their process lives', () => {
    written(2);
    handedTo(process.ppid);
    const [held] = files();
    for (const takeUp of [false, true]) {
      const journal = begun(takeUp, 7);
      expect(journal.find(asked(0))).toBeUndefined();
      journal.end({ isDone: true });
      expect(files()).toEqual([held]);
    }
  });

  it('are taken up once it is gone, however it ended, and wherever it ran', () => {
    const gone = spawnSync(process.execPath, ['-e', '']).pid;
    const endings = {
      killed: () => {
        handedTo(gone);
      },
      'the machine was started since, and another process has its number': () => {
        handedTo(process.ppid);
        utimesSync(theFile(), 1, 1);
      },
      'on another machine': () => {
        handedTo(process.ppid);
        renameSync(theFile(), theFile().replace(/-[\da-f]{8}-/, '-ffffffff-'));
      },
    };
    for (const end of Object.values(endings)) {
      written(2);
      end();
      const journal = new Journal(place, { takeUp: true });
      expect(journal.size).toBe(2);
      journal.end({ isDone: true });
      expect(files()).toEqual([]);
    }
  });

  it('are taken up by one alone, and all of them; one that ended while another began is not lost to it', () => {
    const [one, two] = [begun(false, 0), new Journal(place, { takeUp: false })];
    handedTo(process.ppid);
    two.keep(asked(1), kept('{"n":1}'));
    expect(files()).toHaveLength(2);
    two.end({ isDone: false });
    one.end({ isDone: false });
    renameSync(
      path.join(
        place.folder,
        files().find((name) => name.includes(`-${process.ppid}-`))!,
      ),
      free(),
    );

    const next = new Journal(place, { takeUp: true });
    expect([next.find(asked(0))?.reply, next.find(asked(1))?.reply]).toEqual(['{"n":0}', '{"n":1}']);
    next.keep(asked(2), kept('{"n":2}'));
    next.end({ isDone: false });
    const last = new Journal(place, { takeUp: true });
    expect(last.size).toBe(3);
    last.end({ isDone: true });
    expect(files()).toEqual([]);
  });

  it('an answer that comes after the end of its run is kept beside the others, and no file comes back once all is done', () => {
    const open = begun(false, 0);
    open.end({ isDone: false });
    open.keep(asked(1), kept('{"late":true}'));
    open.end({ isDone: false });
    const journal = new Journal(place, { takeUp: true });
    expect(journal.size).toBe(2);
    journal.end({ isDone: true });
    journal.keep(asked(2), kept('{}'));
    expect(files()).toEqual([]);
  });
});

describe('the cache', () => {
  const cache = (over: Partial<ConstructorParameters<typeof ReplyCache>[0]> = {}) =>
    new ReplyCache({ folder: path.join(folder, 'cache'), reads: true, writes: true, ttl: 60, ...over });

  it('keeps answers as its mode says, and not for longer than its ttl', async () => {
    await cache({ writes: false }).keep(asked(0), kept('{"off":1}'));
    expect(await cache().find(asked(0))).toBeUndefined();
    await Promise.all([cache().keep(asked(0), kept('{"n":1}')), cache().keep(asked(0), kept('{"n":1}'))]);
    expect((await cache().find(asked(0)))?.reply).toBe('{"n":1}');
    expect(await cache().find(asked(1))).toBeUndefined();
    expect(await cache({ reads: false }).find(asked(0))).toBeUndefined();
    expect(await cache({ ttl: 0 }).find(asked(0))).toBeUndefined();
  });

  it('removes what nobody has asked for a month, and nothing that is not its own', async () => {
    for (const nth of [0, 1]) await cache().keep(asked(nth), kept('{}'));
    const shelf = path.join(folder, 'cache', readdirSync(path.join(folder, 'cache'))[0]!);
    writeFileSync(path.join(shelf, 'mine.txt'), '');
    const old = readdirSync(shelf).filter((name) => !name.includes('-1.json'));
    const monthAgo = Date.now() / 1000 - 31 * 24 * 3600;
    for (const name of old) utimesSync(path.join(shelf, name), monthAgo, monthAgo);
    await cache({ writes: false }).sweep();
    expect(readdirSync(shelf)).toHaveLength(3);
    await cache().sweep();
    expect(readdirSync(shelf).sort()).toEqual([expect.stringContaining('-1.json'), 'mine.txt']);
  });

  it('says once that it cannot write', async () => {
    writeFileSync(path.join(folder, 'cache'), 'a file');
    const one = cache();
    await Promise.all([one.keep(asked(0), kept('{}')), one.keep(asked(1), kept('{}'))]);
    await one.keep(asked(2), kept('{}'));
    expect(one.notices).toHaveLength(1);
    expect(await one.find(asked(0))).toBeUndefined();
  });
});
