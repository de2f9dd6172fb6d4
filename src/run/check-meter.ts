import { ModelError } from '../errors.ts';
import { Accounts, Halt, Meter, type HttpProxy } from '../models/index.ts';

const TIMEOUT_MS = 60_000;

/** Sends the few requests of a check, without a cap, and stops them after a minute. */
export async function withCheckMeter<Result>(
  proxy: HttpProxy | undefined,
  ask: (meter: Meter) => Promise<Result>,
): Promise<Result> {
  const halt = new Halt();
  const meter = new Meter(undefined, new Accounts({ proxy }), { halt });
  const timer = setTimeout(() => {
    const remedy = 'Check that the endpoint is up, and that no proxy delays requests.';
    halt.stop(
      new ModelError(`No answer within ${TIMEOUT_MS / 1000} s.`, { kind: 'timeout', remedy }),
    );
  }, TIMEOUT_MS);
  try {
    return await ask(meter);
  } finally {
    clearTimeout(timer);
    await meter.accounts.wire.close();
  }
}
