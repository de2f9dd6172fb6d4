/** The one part of undici that is needed: its whole, with fetch, caches and mocks, is twice as large. */
declare module 'undici/lib/dispatcher/env-http-proxy-agent.js' {
  export { EnvHttpProxyAgent as default } from 'undici';
}
