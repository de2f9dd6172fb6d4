/** What tests import by the name of jest's own module, which only jest's own runner knows. */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } =
  globalThis;
