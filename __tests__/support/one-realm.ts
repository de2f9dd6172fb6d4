/**
 * Import for its effect, in tests of time-outs. Jest runs tests in a realm of their own, whose `Error` an aborted
 * `fetch` knows nothing of: its `DOMException` is no `instanceof Error`, and the openai client then loses its name and
 * reports a time-out as a lost connection. Outside jest there is one realm, and this is how it looks there.
 */
Object.setPrototypeOf(DOMException.prototype, Error.prototype);

export {};
