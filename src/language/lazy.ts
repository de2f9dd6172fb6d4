/** Made when it is first wanted, and kept: for what takes longer to make than a run that does not need it should wait. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
