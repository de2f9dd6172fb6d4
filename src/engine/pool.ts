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
      while (running < currentSize(size)) {
        const nextItem = queue.next();
        if (nextItem.done) break;
        running += 1;
        work(nextItem.value)
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

function currentSize(size: Size): number {
  return typeof size === 'number' ? size : size();
}

/** Runs what it is given, at most `size` at a time, in the order of the calls. */
export function limiter(size: Size): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= currentSize(size)) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The longest waiting task takes the slot; without one the slot is released.
      const nextTask = running > currentSize(size) ? undefined : waiting.shift();
      if (nextTask) nextTask();
      else running -= 1;
      while (running < currentSize(size) && waiting.length > 0) {
        running += 1;
        waiting.shift()!();
      }
    }
  };
}
