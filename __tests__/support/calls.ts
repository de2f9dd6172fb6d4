import { recordsIn } from './oracle.ts';

type Call = [what: string, file: string, name: string, args: unknown[], result: unknown];
type Callable = ((...given: unknown[]) => unknown) & { [name: string]: Callable };

/**
 * Calls functions of `src`, such as `share.safeParse`, with the arguments in a table. A result may
 * leave out fields of objects, and is null if there is none. An error is a result, too.
 */
export function itCalls(table: string) {
  it.each(recordsIn<Call>(table))('%s', async (_what, file, name, args, result) => {
    const all = (await import(`../../src/${file}.ts`)) as Callable;
    const called = name.split('.').reduce((above, key) => above[key]!, all);
    const call = async () => called(...args);
    const found = await call().catch((error: unknown) => error);
    expect([found ?? null]).toMatchObject([result]);
  });
}
