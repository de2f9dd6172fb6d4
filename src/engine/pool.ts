/** Runs `work` over all items, at most `size` at a time, started in the order of the items. */
export async function pool<Item>(size: number, items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(size, items.length) }, worker));
}

/** Runs what it is given, at most `size` at a time, in the order of the calls. */
export function limiter(size: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= size) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // Whoever waited longest takes the place over; only without anyone is it given back.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
