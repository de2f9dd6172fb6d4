/** Runs `work` over all items, at most `size` at a time, started in the order of the items. */
export async function pool<Item>(size: number, items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(size, items.length) }, worker));
}
