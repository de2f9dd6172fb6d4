/** Maximum number of concurrent tasks; a function if the limit changes while they run. */
export type Concurrency = number | (() => number);

/**
 * Runs `work` over all items in order, at most `concurrency` at a time, and takes each item as late
 * as possible.
 */
export async function pool<Item>(
  concurrency: Concurrency,
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = Iterator.from(items);
  let running = 0;
  await new Promise<void>((resolve, reject) => {
    const start = () => {
      while (running < currentLimit(concurrency)) {
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

function currentLimit(concurrency: Concurrency): number {
  return typeof concurrency === 'number' ? concurrency : concurrency();
}

/** Returns a function that runs tasks in the order of its calls, `concurrency` at a time. */
export function limiter(concurrency: Concurrency): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= currentLimit(concurrency))
      await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The longest waiting task takes the slot; without one the slot is released.
      const nextTask = running > currentLimit(concurrency) ? undefined : waiting.shift();
      if (nextTask) nextTask();
      else running -= 1;
      while (running < currentLimit(concurrency) && waiting.length > 0) {
        running += 1;
        waiting.shift()!();
      }
    }
  };
}
