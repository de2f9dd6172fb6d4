export type Size = number | (() => number);

/**
 * Runs `work` over all items in order, at most `size` at a time, and takes each item as late as
 * possible.
 */
export async function pool<Item>(
  size: Size,
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = Iterator.from(items);
  let running = 0;
  await new Promise<void>((resolve, reject) => {
    const start = () => {
      while (running < now(size)) {
        const next = queue.next();
        if (next.done) break;
        running += 1;
        work(next.value)
          .then(() => {
            running -= 1;
            start();
          })
          .catch(reject);
      }
      if (running === 0) resolve();
    };
    start();
  });
}

function now(size: Size): number {
  return typeof size === 'number' ? size : size();
}

/** Runs what it is given, at most `size` at a time, in the order of the calls. */
export function limiter(size: Size): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= now(size)) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The longest waiting task takes the slot; without one the slot is released.
      const next = running > now(size) ? undefined : waiting.shift();
      if (next) next();
      else running -= 1;
      while (running < now(size) && waiting.length > 0) {
        running += 1;
        waiting.shift()!();
      }
    }
  };
}
