/** The parts of undici that are needed: its whole, with fetch, caches and mocks, is twice as large. */
declare module 'undici-8/lib/dispatcher/env-http-proxy-agent.js' {
  export { EnvHttpProxyAgent as default } from 'undici-8';
}

declare module 'undici-8/lib/dispatcher/dispatcher.js' {
  export { Dispatcher as default } from 'undici-8';
}

declare module 'undici-8/lib/api/api-connect.js' {
  import type { Dispatcher } from 'undici-8';
  const connect: Dispatcher['connect'];
  export default connect;
}
