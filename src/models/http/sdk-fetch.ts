/** A request of an SDK: an address and a text. */
interface SdkRequest {
  address: string | URL;
  method: string;
  /** Names are in lower case. */
  headers: Record<string, string>;
  body: string | undefined;
}

/**
 * Returns a `fetch` for an SDK.
 * @param send sends a request and resolves with the JSON of the reply
 */
export function sdkFetch(send: (request: SdkRequest) => Promise<unknown>): typeof fetch {
  return async (address, { method = 'GET', headers, body = null } = {}) => {
    if (address instanceof Request || (body !== null && typeof body !== 'string'))
      throw new TypeError('Only an address and a text can be sent.');
    const json = await send({
      address,
      method,
      headers: Object.fromEntries(new Headers(headers)),
      body: body ?? undefined,
    });
    return Response.json(json);
  };
}
