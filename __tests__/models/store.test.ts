import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { canonical } from '../../src/json.ts';
import { sha256Base64 } from '../../src/models/store/sealed-line.ts';
import { StoreFolder, type StoreLimits } from '../../src/models/store/store-folder.ts';
import { ReplyStore, type StoreOptions } from '../../src/models/store/reply-store.ts';
import type { RequestShape } from '../../src/models/store/request-numbers.ts';

/**
 * What every caller of the store relies on: each test opens the folder as another process would.
 */

const KEY = 'the-key';
const RUN = 'commit 1';
const HOUR_MS = 3600 * 1000;

const idOf = (subject: string) => sha256Base64(canonical([{ subject }, '']));

const shape = (over: Partial<RequestShape> = {}): RequestShape => ({
  hub: 'openai',
  method: 'POST',
  url: new URL('https://api.example/v1/chat?api-version=1'),
  body: '{"a":1}',
  headers: [null, 'application/json'],
  ...over,
});
const ID = sha256Base64('a request');
const asked = (nth: number) => ({ id: ID, nth });

let folder: string;
beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'store-')), 'deep');
});
const now = Date.now;
afterEach(() => {
  Date.now = now;
  rmSync(path.dirname(folder), { recursive: true });
});

interface Opening extends Partial<StoreOptions> {
  run?: string;
  parts?: Record<string, string>;
  gate?: string;
  resume?: boolean;
  limits?: Partial<StoreLimits>;
  write?: typeof writeSync;
}

function open({
  run = RUN,
  parts = {},
  gate = '',
  resume = true,
  limits,
  write,
  ...over
}: Opening = {}): ReplyStore {
  const options = { folder, key: KEY, ...over };
  const store = new ReplyStore(options, new StoreFolder(options.folder, limits, write));
  store.begin({ ...parts, subject: run }, { resume, gate });
  return store;
}

/** An interrupted run that was answered so often. */
function interrupted(count: number, over: Opening = {}): void {
  const store = open(over);
  for (let nth = 0; nth < count; nth++) store.keep(asked(nth), `{"n":${nth},"text":"ü€\\n"}`, KEY);
}

const files = () => (existsSync(folder) ? readdirSync(folder).sort() : []);
const theFile = () => {
  expect(files()).toHaveLength(1);
  return path.join(folder, files()[0]!);
};
const free = () => path.join(folder, `store-${'0'.repeat(16)}.jsonl`);
const after = (ms: number) => {
  const then = now() + ms;
  Date.now = () => then;
};
const known = (store: ReplyStore, count = 3) =>
  Array.from({ length: count }, (_, nth) => store.recall(asked(nth), KEY)).filter(
    (reply) => reply !== undefined,
  ).length;

describe('a request', () => {
  it('differs in everything that shapes its answer', () => {
    const store = open();
    const requests = [
      shape(),
      shape({ hub: 'http' }),
      shape({ method: 'GET' }),
      shape({ url: new URL('https://api.example/v1/chat?api-version=2') }),
      // A server may read 1.0 as something else than 1: nothing is parsed.
      shape({ body: '{"a":1.0}' }),
      shape({ headers: ['text/plain', 'application/json'] }),
    ];
    expect(new Set(requests.map((request) => store.numbers.assign(request).id)).size).toBe(
      requests.length,
    );
    expect(store.numbers.assign(shape())).toMatchObject({ nth: 1 });
  });

  it('frees its number for the next equal request if it fails', () => {
    const store = open();
    const [zero, one, two] = [
      store.numbers.assign(shape()),
      store.numbers.assign(shape()),
      store.numbers.assign(shape()),
    ];
    store.numbers.free(two);
    store.numbers.free(zero);
    expect(
      [
        store.numbers.assign(shape()),
        store.numbers.assign(shape()),
        store.numbers.assign(shape()),
      ].map(({ nth }) => nth),
    ).toEqual([0, 2, 3]);
    expect(one.nth).toBe(1);
  });
});

describe('resume', () => {
  it('takes the replies of an interrupted run of the same subject and rules, for a day', () => {
    interrupted(3);
    expect(statSync(theFile()).mode & 0o777).toBe(0o600);
    const store = open();
    expect([0, 1, 2, 3].map((nth) => store.recall(asked(nth), KEY))).toEqual([
      ...[0, 1, 2].map((nth) => `{"n":${nth},"text":"ü€\\n"}`),
      undefined,
    ]);
    expect(store.taken).toBe(3);
    expect(store.notices).toEqual([
      expect.stringContaining('Resumed with 3 answers of an interrupted run'),
    ]);
    expect(known(open({ resume: false }))).toBe(0);
    expect(known(open({ run: 'commit 2' }))).toBe(0);
    after(25 * HOUR_MS);
    expect(known(open())).toBe(0);
  });

  it('starts again after a complete run, and resumes the next interrupted one', () => {
    interrupted(2);
    const done = open();
    expect(known(done)).toBe(2);
    done.end();
    done.keep(asked(2), '{"late":true}', KEY);
    expect(known(open())).toBe(0);
    after(5);
    interrupted(1);
    expect(known(open())).toBe(1);
  });

  describe('of a subject that has a verdict', () => {
    const verdict = { reuse: 'verdict', gate: 'pull request 7' } as const;
    const asked0 = (by: string, over: Opening = {}) => {
      const store = open({ ...verdict, workflowRun: by, ...over });
      store.keep(asked(0), '{}', KEY);
      store.end();
    };

    it('uses the answers of the finished run, for a day, and names it', () => {
      asked0('123');
      after(2 * HOUR_MS + 60_000);
      const again = open({ ...verdict, workflowRun: '124' });
      expect(known(again)).toBe(1);
      expect(again.notices).toEqual([]);
      expect(again.earlier).toEqual({
        workflowRun: '123',
        startedAt: expect.any(Number),
        differs: undefined,
      });
      expect(known(open({ ...verdict, run: 'commit 2' }))).toBe(0);
      expect(known(open({ ...verdict, gate: 'pull request 8' }))).toBe(0);
      expect(known(open({ ...verdict, resume: false }))).toBe(0);
    });

    it('counts the age of the run, not of its answers', () => {
      asked0('123');
      after(23 * HOUR_MS);
      // An answer that was missing is asked a day later: the run keeps its age.
      const resumed = open({ ...verdict, workflowRun: '124' });
      resumed.keep(asked(1), '{}', KEY);
      expect(known(open(verdict))).toBe(2);
      after(24 * HOUR_MS + 1);
      const next = open({ ...verdict, workflowRun: '125' });
      expect([known(next), next.earlier]).toEqual([0, undefined]);
    });

    it('after `resume: false` uses the newest asking alone', () => {
      asked0('123');
      after(5);
      open({ ...verdict, workflowRun: '124', resume: false }).keep(asked(1), '{}', KEY);
      const next = open(verdict);
      expect([known(next), next.earlier?.workflowRun]).toEqual([1, '124']);
    });

    it('that changes and changes back keeps it, and a run of another base is told apart', () => {
      asked0('123', { parts: { base: 'a' } });
      after(5);
      const moved = open({ ...verdict, workflowRun: '124', parts: { base: 'b' } });
      expect([known(moved), moved.earlier]).toMatchObject([
        0,
        { workflowRun: '123', differs: 'base' },
      ]);
      after(10);
      const other = open({ ...verdict, workflowRun: '125', run: 'commit 2', parts: { base: 'a' } });
      expect(other.earlier).toMatchObject({ workflowRun: '124', differs: 'base' });
      expect(known(open({ ...verdict, parts: { base: 'a' } }))).toBe(1);
    });
  });

  it('with `reuse: none` reads and writes no reply', () => {
    const store = open({ reuse: 'none' });
    store.keep(asked(0), '{}', KEY);
    expect(files()).toEqual([]);
    interrupted(1);
    expect(known(open({ reuse: 'none' }))).toBe(0);
  });

  it('resumes from all runs before it, each with its own file', () => {
    interrupted(1);
    const second = open();
    second.keep(asked(1), '{}', KEY);
    open().keep(asked(2), '{}', KEY);
    expect(files()).toHaveLength(3);
    expect(known(open())).toBe(3);
  });

  it.each([1, 10, 100, 230])('loses at most one reply if the last %i bytes are missing', (cut) => {
    interrupted(3);
    truncateSync(theFile(), statSync(theFile()).size - cut);
    const store = open();
    expect(known(store)).toBe(2);
    store.keep(asked(2), '{"again":true}', KEY);
    expect(store.notices.join()).not.toContain('damaged');
    expect(open().recall(asked(2), KEY)).toBe('{"again":true}');
  });
});

describe('a calibration', () => {
  it('is kept for a week, for runs of any commit', () => {
    open().keepCalibration(ID, '{"right":40}');
    expect(open({ run: 'commit 2', resume: false }).calibration(ID)).toBe('{"right":40}');
    expect(open({ key: 'another' }).calibration(ID)).toBeUndefined();
    after(8 * 24 * HOUR_MS);
    expect(open().calibration(ID)).toBeUndefined();
  });
});

describe('a line without the seal of the key', () => {
  const lines = () => readFileSync(theFile(), 'utf8').trimEnd().split('\n');
  const forged = (change: (line: string) => string) => {
    writeFileSync(theFile(), `${lines().map(change).join('\n')}\n`);
  };

  it.each<[string, (line: string) => string]>([
    ['its reply', (line) => line.replace('\\"n\\":0', '\\"n\\":7')],
    ['its number', (line) => line.replace('"nth":0', '"nth":1').replace('\\"n\\":1', '\\"n\\":0')],
    ['its run', (line) => line.replace(idOf(RUN), idOf('commit 2'))],
    ['its kind', (line) => line.replace('"reply"', '"calibration"')],
    ['its age', (line) => line.replace(/"at":\d+/, `"at":${now() - 1}`)],
    ['its seal', (line) => line.replace(/[\w-]{43}/, 's'.repeat(43))],
    ['a sign more', (line) => line.replace('}', ' }')],
  ])('does not count: %s was changed', (_what, change) => {
    interrupted(1);
    const before = lines();
    forged(change);
    expect(lines()).not.toEqual(before);
    for (const run of [RUN, 'commit 2']) {
      const store = open({ run });
      expect([
        store.recall(asked(0), KEY),
        store.recall(asked(1), KEY),
        store.calibration(ID),
      ]).toEqual([undefined, undefined, undefined]);
    }
  });

  it('does not revive an expired reply', () => {
    interrupted(3);
    after(25 * HOUR_MS);
    forged((line) => line.replace(/"at":\d+/, `"at":${Date.now() - 1}`));
    const store = open();
    expect(known(store)).toBe(0);
    expect(store.notices).toEqual([
      expect.stringContaining('ignored 3 that are not sealed with a key of this run'),
    ]);
  });

  it('does not hide a sealed reply, and is reported once', () => {
    interrupted(1);
    appendFileSync(theFile(), `${lines()[0]!.replace('\\"n\\":0', '\\"n\\":7')}\n`);
    expect(open().recall(asked(0), KEY)).toContain('"n":0');
    const other = open({ key: 'another' });
    expect([0, 0].map((nth) => other.recall(asked(nth), 'another'))).toEqual([
      undefined,
      undefined,
    ]);
    expect(other.notices).toHaveLength(1);
    expect(readFileSync(theFile(), 'utf8')).not.toContain(KEY);
  });

  it('is neither written nor read without a key', () => {
    const store = open({ key: undefined });
    store.keepCalibration(ID, '{}');
    store.end();
    expect(files()).toEqual([]);
    interrupted(1);
    open().keepCalibration(ID, '{}');
    expect(open({ key: undefined }).calibration(ID)).toBeUndefined();
  });
});

describe('a folder from outside', () => {
  const hostile: [string, (file: string) => void][] = [
    ['a FIFO', (file) => expect(spawnSync('mkfifo', [file]).status).toBe(0)],
    ['a device', (file) => symlinkSync('/dev/zero', file)],
    ['a link to a file', (file) => symlinkSync('/etc/hostname', file)],
    ['a folder', (file) => mkdirSync(file)],
    ['a huge file', (file) => (writeFileSync(file, ''), truncateSync(file, 5000))],
  ];

  it.each(hostile)('skips %s, reports it and keeps it', (_what, make) => {
    interrupted(3);
    make(free());
    const store = open({ limits: { file: 4000 } });
    expect(known(store)).toBe(3);
    expect(store.notices[0]).toContain(
      'ignored 1 file that is not a regular file or is larger than',
    );
    expect(files()).toContain(path.basename(free()));
  });

  it('skips malformed lines, with one notice', () => {
    interrupted(1);
    const strange = [
      'null',
      '[]',
      '{"id":1}',
      '',
      '\u0000'.repeat(100),
      '{'.repeat(5000),
      `{"seal":"${'s'.repeat(43)}","kind":"reply"}`,
    ];
    appendFileSync(theFile(), `${strange.join('\n')}\n`);
    const store = open();
    expect(known(store)).toBe(1);
    expect(store.notices[0]).toBe(`Stored answers: ignored ${strange.length} damaged lines.`);
  });

  it('keeps an older file that it did not read after too many damaged lines', () => {
    interrupted(3);
    const unread = stored();
    utimesSync(unread, 1, 1);
    const damaged = path.join(folder, `store-${'f'.repeat(16)}.jsonl`);
    writeFileSync(damaged, 'x\n'.repeat(1_001));
    const store = open();
    expect(known(store)).toBe(0);
    expect(store.notices[0]).toBe(
      'Stored answers: ignored 1001 damaged lines, and all that follow them.',
    );
    rmSync(damaged);
    expect(existsSync(unread)).toBe(true);
    expect(known(open())).toBe(3);
  });

  it('does not grow without limit: removes files without live lines after a day, and the oldest ones beyond the limit', () => {
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'mine.txt'), '');
    interrupted(3);
    after(25 * HOUR_MS);
    utimesSync(stored(), Date.now() / 1000, Date.now() / 1000);
    known(open());
    expect(files()).toHaveLength(2);
    utimesSync(stored(), now() / 1000, now() / 1000);
    known(open());
    expect(files()).toEqual(['mine.txt']);

    Date.now = now;
    interrupted(1);
    const older = stored();
    utimesSync(older, 1, 1);
    interrupted(3, { run: 'commit 2' });
    known(open({ limits: { total: 900 } }));
    expect(existsSync(older)).toBe(false);
    expect(known(open({ run: 'commit 2' }))).toBe(3);
  });

  const stored = () =>
    path.join(
      folder,
      files().find((name) => name.startsWith('store-'))!,
    );

  it('that cannot be written is reported once, and so is a full file', () => {
    let room = 2;
    const write = ((fd: number, bytes: Buffer) => {
      if (--room >= 0) return writeSync(fd, bytes);
      writeSync(fd, bytes.subarray(0, 10));
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    }) as typeof writeSync;
    const store = open({ write });
    for (let nth = 0; nth < 4; nth++) store.keep(asked(nth), '{}', KEY);
    expect(store.notices).toEqual([expect.stringContaining('ENOSPC')]);
    expect(known(open())).toBe(2);

    const full = open({ limits: { file: 1000 } });
    for (let nth = 0; nth < 9; nth++) full.keep(asked(nth), '{}', KEY);
    expect(full.notices).toEqual([expect.stringContaining('no longer stored')]);

    writeFileSync(`${folder}-file`, '');
    const nowhere = open({ folder: `${folder}-file` });
    for (const nth of [0, 1]) nowhere.keep(asked(nth), '{}', KEY);
    expect(nowhere.notices).toEqual([expect.stringContaining('no longer stored')]);
  });
});
