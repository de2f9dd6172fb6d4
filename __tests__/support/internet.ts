/**
 * Stands in for all other hosts: what this process sends to any host but loopback reaches one local
 * server with a trusted certificate.
 */
import { readFileSync } from 'node:fs';
import net, { type AddressInfo, type TcpNetConnectOpts } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream';
import tls from 'node:tls';
import { afterEveryTest } from './jest/after-every-test.mjs';

export interface Internet {
  /** Port at which it speaks TLS for every name of its certificate. */
  port: number;
  /** `HOST:PORT` of each connection to it. */
  connections: string[];
}

/**
 * Made for these tests, and valid for a hundred years. Nothing else trusts it. It names evil.test,
 * *.evil.test, and the hosts of hubs that tests ask or that the pages name. To add a host, run in
 * this folder:
 *
 * openssl req -x509 -key internet-key.pem -days 36500 -subj /CN=evil.test -addext
 * "subjectAltName=$(openssl x509 -in internet-cert.pem -noout -ext subjectAltName | tail -1 | tr -d
 * ' '),DNS:HOST" -out internet-cert.pem
 */
export const CERTIFICATE = path.resolve('__tests__', 'support', 'internet-cert.pem');
const KEY = path.resolve('__tests__', 'support', 'internet-key.pem');
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[?::1\]?)$/;

/** The internet that is open, and the port of the site behind it, which speaks no TLS. */
let current: (Internet & { sitePort: number; server: tls.Server }) | undefined;
afterEveryTest(() => {
  current?.server.close();
  current = undefined;
});

/**
 * It is open until the test ends.
 * @param site a local http server, `http://127.0.0.1:PORT`, which answers for every host
 */
export async function startInternet(site: string): Promise<Internet> {
  const sitePort = Number(new URL(site).port);
  const server = tls.createServer(
    { key: readFileSync(KEY), cert: readFileSync(CERTIFICATE) },
    (socket) => {
      const answers = net.connect(sitePort, '127.0.0.1');
      pipeline(socket, answers, socket, () => undefined); // Either side may hang up.
    },
  );
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  current = { port, sitePort, connections: [], server };
  return current;
}

tls.setDefaultCACertificates([...tls.getCACertificates(), readFileSync(CERTIFICATE, 'utf8')]);

/** Every client of Node connects by this function. Names are not resolved. */
const connect = Reflect.get(net.Socket.prototype, 'connect') as (...args: unknown[]) => net.Socket;
net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
  const [options] = [args[0]].flat() as Partial<TcpNetConnectOpts>[];
  if (current && options?.host && !LOOPBACK.test(options.host)) {
    current.connections.push(`${options.host}:${options.port}`);
    options.host = '127.0.0.1';
    options.port = this instanceof tls.TLSSocket ? current.port : current.sitePort;
  }
  return Reflect.apply(connect, this, args);
};
