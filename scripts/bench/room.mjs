import { median } from './bench.mjs';
import { asking, sentences, startUp } from './throughput.mjs';

const ROUNDS = 3;
const REQUESTS = 3000;
const LATENCY = 50;
const ROOM = 20;

/**
 * A service that accepts 20 concurrent requests, and a client that may send 200. The ideal of 20
 * requests under way at every moment is out of reach, so a bare loop that knows the limit is
 * measured, too.
 * @param {import('./bench.mjs').Bench} bench
 */
export function room(bench) {
  const ideal = (REQUESTS / ROOM) * LATENCY;
  bench.write('room.txt', sentences(REQUESTS / 2));
  for (const manner of [`${LATENCY}-room-${ROOM}`, `${LATENCY}-room-${ROOM}-after-1`]) {
    const asked = { url: bench.url(manner), requests: REQUESTS, concurrency: 200 };
    bench.write('room.yml', asking({ ...asked, rows: 'room.txt' }));
    const rounds = Array.from({ length: ROUNDS }, () => {
      const knowing = bench.loop('undici', {
        ...asked,
        url: bench.url(`${LATENCY}`),
        concurrency: ROOM,
      });
      const start = startUp(bench, { ...asked, latency: LATENCY });
      const wall = bench.gate('room.yml').process - start.wall;
      const { report, usage } = bench.report('report');
      const lost = report.reduce((sum, { error_count }) => sum + error_count, 0);
      if (lost > 0) throw new Error(`${lost} rows were lost`);
      return {
        overIdeal: wall / ideal,
        overKnowing: wall / knowing.took,
        sent: usage.requests / REQUESTS,
      };
    });
    const after = manner.includes('after') ? ' (Retry-After: 1)' : '';
    bench.row(
      `${ROOM} of 200 let in, ${REQUESTS} requests${after}: wall / ideal`,
      median(rounds.map(({ overIdeal }) => overIdeal)),
      {
        digits: 3,
        goal: 'at most 1.5',
      },
    );
    bench.row(
      '  wall / a loop that knows the room',
      median(rounds.map(({ overKnowing }) => overKnowing)),
      { digits: 3 },
    );
    bench.row('  requests sent a question', median(rounds.map(({ sent }) => sent)), { digits: 2 });
  }
}
