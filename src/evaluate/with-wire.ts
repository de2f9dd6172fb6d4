import type { Meter } from '../models/index.js';

/** Closes what was kept open: it is of use to this run only, and would hold its process up. */
export async function withWire<T>({ accounts }: Meter, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } finally {
    await accounts.wire.close();
  }
}
