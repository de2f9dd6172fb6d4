import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { pipeline, type Duplex } from 'node:stream';

/**
 * An HTTP proxy: tunnels for https (CONNECT), refusal of plain requests, and an optional login.
 */
export interface ProxyServer {
  /** `127.0.0.1:PORT`. A test adds scheme and login. */
  readonly host: string;
  /** `HOST:PORT` of every tunnel that was asked for, with its headers. */
  readonly tunnels: { target: string; headers: IncomingHttpHeaders }[];
  /** Addresses of plain requests. Requests with a key must not be among them. */
  readonly plain: string[];
  close(): Promise<void>;
}

interface ProxyOptions {
  /** Port of an `Internet`, at which every tunnel ends. */
  port: number;
  /** `USER:PASSWORD` that it wants. */
  login?: string;
}

export async function startProxy({ port, login }: ProxyOptions): Promise<ProxyServer> {
  const tunnels: ProxyServer['tunnels'] = [];
  const plain: string[] = [];
  const server = createServer((request, response) => {
    plain.push(request.url ?? '');
    response.writeHead(502).end();
  });
  server.on('connect', (request: IncomingMessage, client: Duplex) => {
    const given = /^Basic (.+)$/.exec(request.headers['proxy-authorization'] ?? '')?.[1];
    const said = given === undefined ? undefined : Buffer.from(given, 'base64').toString();
    tunnels.push({ target: request.url ?? '', headers: request.headers });
    client.on('error', () => undefined);
    if (login !== undefined && said !== login) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n');
      return;
    }
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      pipeline(client, upstream, client, () => undefined); // Either side may hang up.
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    tunnels,
    plain,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
