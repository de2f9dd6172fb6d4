/** Returns a function that makes a value at its first call, and returns the same value after it. */
export function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= make());
}
