import { readFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { createServer } from 'node:tls';

/**
 * Stands in for all other hosts: requests to any host but loopback reach one local server with a
 * trusted certificate.
 */
export interface Internet {
  /** Variables for a run. */
  env: Record<string, string>;
  /** Port at which it speaks TLS for every name of its certificate. */
  port: number;
  close(): Promise<void>;
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

/** @param site a local http server, `http://127.0.0.1:PORT`, which answers for every host. */
export async function startInternet(site: string): Promise<Internet> {
  const sitePort = Number(new URL(site).port);
  const server = createServer(
    { key: readFileSync(KEY), cert: readFileSync(CERTIFICATE) },
    (socket) => {
      const answers = connect(sitePort, '127.0.0.1');
      pipeline(socket, answers, socket, () => undefined); // Either side may hang up.
    },
  );
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;

  return {
    port,
    env: { TEST_INTERNET: JSON.stringify({ plain: sitePort, tls: port }) },
    close: async () => void server.close(),
  };
}

/**
 * The hosts, with ports, to which a process with the variables of an `Internet` connected, except
 * for loopback: one entry a connection.
 */
export function hostsAsked({ stderr }: { stderr: string }) {
  return [...stderr.matchAll(/^\[asks (.+)\]$/gm)].map(([, host]) => host!);
}

/**
 * Every client of Node connects by this function. Names are not resolved. A run without the
 * variable connects as usual.
 */
const PRELOAD = `
  import net from 'node:net';
  import tls from 'node:tls';
  const { connect } = net.Socket.prototype;
  net.Socket.prototype.connect = function (...args) {
    const options = Array.isArray(args[0]) ? args[0][0] : args[0];
    const internet = process.env.TEST_INTERNET;
    if (internet && options.host && !/^(localhost|127\\.0\\.0\\.1|\\[?::1\\]?)$/.test(options.host)) {
      process.stderr.write('[asks ' + options.host + ':' + options.port + ']\\n');
      const ports = JSON.parse(internet);
      options.host = '127.0.0.1';
      options.port = this instanceof tls.TLSSocket ? ports.tls : ports.plain;
    }
    return connect.apply(this, args);
  };`;

/** Every host starts with these variables, so that all runs can share the hosts. */
export const KNOWN_AT_START = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(PRELOAD)}`,
  NODE_EXTRA_CA_CERTS: CERTIFICATE,
};
