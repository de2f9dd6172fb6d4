import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { ConfigError } from '../shared/errors.ts';
import { canonical, entryOf, quoted, quotedName } from '../shared/json.ts';
import { isLoopback } from '../shared/way-out.ts';
import {
  COMPANION_VARIABLES,
  HUB_NAMES,
  hubOfAddress,
  HUBS,
  keyFromEnv,
  type Credentials,
  type HubName,
} from './hubs/addresses.ts';

/** Inputs of the action, or options of the terminal, that grant keys. */
export interface WorkflowKeys {
  baseUrl?: string;
  apiKey?: string;
  hub?: string;
  /** Lines `HOST[:PORT] [VARIABLE]`: a server, and the variable with its key. */
  allowedHosts: readonly string[];
  /** Lines `VARIABLE [HOST[:PORT]]`, for `headers`. Without a host, `base-url` names the server. */
  headerVariables?: readonly string[];
  env: Readonly<NodeJS.ProcessEnv>;
  /** `missing-key: skip`: a job without any key skips what needs one. */
  skipsWithoutKey?: boolean;
  /** True in a terminal, where errors name options in place of inputs. */
  isTerminal?: boolean;
}

/** A line of an input: the value of a variable, and the host and port that get it. */
interface Grant {
  server: string;
  variable?: string;
  value?: string;
}

/**
 * Credentials, and the variable or input that holds them. All are absent for an address without a
 * key.
 */
interface NamedCredentials extends Credentials {
  variable?: string;
}

/** An address needs a key, and the workflow grants none. */
export class MissingKeyError extends ConfigError {}

const HOST = /(?<host>(?:\[[\da-f:.]+\]|[^\s:/?#@\\*%[\]]+)(?::[1-9]\d{0,4})?)/.source;
const VARIABLE = /(?<variable>[A-Z_]\w*)/.source;
const LINE_FORMS = {
  'allowed-hosts': {
    pattern: new RegExp(`^${HOST}(?:\\s+${VARIABLE})?$`, 'i'),
    remedy:
      'Write one host per line, without a scheme, path or wildcard, followed by the variable that holds its key: models.example.com GATEWAY_KEY, or 127.0.0.1:8000.',
  },
  'header-variables': {
    pattern: new RegExp(`^${VARIABLE}(?:\\s+${HOST})?$`, 'i'),
    remedy:
      'Write one variable per line, followed by the host that gets its value, without a scheme, path or wildcard: OUR_TOKEN models.example.com.',
  },
};

/** The keys that the workflow grants, and the server of each. A configuration grants none. */
export class Grants {
  /** All keys of the job, to be removed from every text that is stored or shown. */
  readonly secrets: readonly string[];
  /** True if a missing key ends the run as `skipped`: the job has none at all. */
  readonly skipsWithoutKey?: boolean;
  private readonly workflow: WorkflowKeys;
  private readonly baseUrl: URL | undefined;
  /** The hosts that the workflow names, with their keys. */
  private readonly servers: ReadonlyMap<string, Grant>;
  private readonly headers: readonly Grant[];

  /** @throws ConfigError for an input that grants nothing, or one host twice */
  constructor(workflow: WorkflowKeys) {
    const { baseUrl, hub } = workflow;
    const apiKey = workflow.apiKey?.trim() || undefined;
    this.workflow = { ...workflow, apiKey };
    const servers = new Map<string, Grant>();
    for (const grant of this.parseGrants('allowed-hosts', workflow.allowedHosts)) {
      if (servers.has(grant.server))
        throw new ConfigError(`Two lines name ${quoted(grant.server)}`, {
          where: this.setting('allowed-hosts'),
          remedy: 'Keep one of them: each host gets one key.',
        });
      servers.set(grant.server, grant);
    }
    if (baseUrl) {
      this.baseUrl = parseAddress(baseUrl, this.setting('base-url'));
      const server = serverOf(this.baseUrl);
      if (apiKey) servers.set(server, { server, variable: 'api-key', value: apiKey });
    }
    this.servers = servers;
    this.headers = this.parseGrants('header-variables', workflow.headerVariables);
    this.secrets = secretsOf(this.workflow, [...servers.values(), ...this.headers]);
    this.skipsWithoutKey = workflow.skipsWithoutKey && this.secrets.length === 0;
    const ownAddress = entryOf(HUBS, hub ?? '')?.baseURL;
    if (!apiKey || this.baseUrl || ownAddress) return;
    throw new ConfigError('A key is given, but nothing says where it may be sent', {
      where: this.setting('api-key'),
      remedy: `Also set ${this.setting('base-url')} or ${this.setting('hub')}, or use the hub's own variable (OPENAI_API_KEY …) instead.`,
    });
  }

  /** `input 'api-key'`, or `option --api-key`. */
  setting(name: string) {
    return this.workflow.isTerminal ? `option --${name}` : `input '${name}'`;
  }

  /** Parses the lines of an input. @throws ConfigError for a malformed line */
  private parseGrants(input: keyof typeof LINE_FORMS, lines: readonly string[] = []) {
    const { pattern, remedy } = LINE_FORMS[input];
    return lines.map((line) => {
      const match = pattern.exec(line);
      const { host, variable } = match?.groups ?? {};
      // A valid line without a host means the server of `base-url`.
      const url = host ? addressOfHost(host) : match && this.baseUrl;
      const value = this.workflow.env[variable ?? '']?.trim() || undefined;
      if (url) return { server: serverOf(url), variable, value };
      throw new ConfigError(`${quoted(line)} is not a valid line`, {
        where: this.setting(input),
        remedy,
      });
    });
  }

  /** Checks an address that a configuration names. @throws ConfigError unless it is granted */
  grantedAddress(text: string, where: string) {
    const url = parseAddress(text, where);
    const server = serverOf(url);
    // Without keys, a job has nothing to lose to a server on this machine.
    const isHarmless = isLoopback(url) && this.secrets.length === 0;
    const isNamed = this.servers.has(server) || this.baseUrl?.origin === url.origin;
    if (isNamed || isHarmless || hubOfAddress(url.href)) return url;
    throw new ConfigError(
      `The workflow does not allow ${quotedName(server)}, so nothing is sent there`,
      {
        where,
        remedy: `Add the line \`${server}\` to ${this.setting('allowed-hosts')}, followed by the variable with its key if it needs one, or set ${this.setting('base-url')}. A pull request cannot change these.`,
      },
    );
  }

  /**
   * The credentials for an address, and the variable or input that holds them, which may be unset.
   *
   * @throws ConfigError for a key that no header can carry; the error does not quote it
   */
  credentialsFor(url: URL): NamedCredentials {
    const granted = this.grantedAt(url);
    const parts = [granted.apiKey, ...Object.values(granted.awsKey ?? {})];
    if (parts.every((part = '') => /^[\x21-\x7e]*$/.test(part))) return granted;
    throw new ConfigError('The key holds a space, a line break or a non-ASCII character', {
      where: granted.variable,
      remedy: 'Store it again, without quotes or line breaks.',
    });
  }

  /**
   * The credentials for an address: `api-key`, or the host's line, or the hub's variable, in this
   * order.
   */
  private grantedAt(url: URL): NamedCredentials {
    const { apiKey, hub, env } = this.workflow;
    const { variable, value } = this.servers.get(serverOf(url)) ?? {};
    const granted = { variable, apiKey: value };
    const hubThere = hubOfAddress(url.href);
    if (!hubThere) return granted;
    if (apiKey && !this.baseUrl && hubThere === hub) return { apiKey, variable: 'api-key' };
    if (variable) return granted;
    return { ...keyFromEnv(hubThere, env), variable: HUBS[hubThere].keyVariables[0] };
  }

  /**
   * The credentials of a hub for an address; empty if it needs none.
   *
   * @param isDryRun - nothing will be sent, so a missing key is no error
   * @throws MissingKeyError
   */
  requireCredentials(
    url: URL,
    hub: HubName,
    { section, isDryRun }: { section: string; isDryRun?: boolean },
  ): Credentials {
    const { apiKey, awsKey, variable } = this.credentialsFor(url);
    if (apiKey) return { apiKey };
    // Only requests to Bedrock are signed with an access key.
    if (awsKey && hub === 'bedrock') return { awsKey };
    const { alwaysNeedsKey, keyVariables } = HUBS[hub];
    // A fork's empty `api-key` looks as if it were not set. A server of this machine, or one with
    // a line of its own, may need none.
    const isLeftEmpty =
      this.skipsWithoutKey && !isLoopback(url) && !this.servers.has(serverOf(url));
    const needsKey = variable !== undefined || alwaysNeedsKey || isLeftEmpty;
    if (!needsKey || isDryRun) return {};
    const remedy = variable
      ? `${this.workflow.isTerminal ? 'Export' : 'Set under `env:` of the step, from a secret,'} the variable ${quotedName(variable)}. A fork gets no secrets.`
      : `Add the line \`${serverOf(url)} ${keyVariables[0]}\` to ${this.setting('allowed-hosts')}, and set that variable of the step. The host of \`base-url\` also takes \`api-key\`.`;
    throw new MissingKeyError(`No key is granted for ${quotedName(url.host)}`, {
      where: section,
      remedy,
    });
  }

  /** The value of a variable in `headers`, which only the host of its line gets. */
  headerValue(variable: string, url: URL, where: string) {
    const server = serverOf(url);
    const granted = this.headers.find(
      (grant) => grant.variable === variable && grant.server === server,
    );
    if (!granted)
      throw new ConfigError(`${quotedName(variable)} may not be sent to ${quotedName(url.host)}`, {
        where,
        remedy: `Add the line \`${variable} ${server}\` to ${this.setting('header-variables')}. A pull request cannot change it.`,
      });
    if (granted.value) return granted.value;
    throw new MissingKeyError(`The variable ${quotedName(variable)} is not set`, {
      where,
      remedy: 'Set it under `env:` of the step, from a secret. A fork gets no secrets.',
    });
  }
}

/**
 * Derives the seal of a run from its keys; undefined without keys, since then nothing is stored. It
 * takes 24 ms on another thread, so a run starts it early.
 */
export async function sealOf(secrets: readonly string[]) {
  if (secrets.length === 0) return undefined;
  return promisify<string, string, number, object, Buffer>(scrypt)(
    canonical(secrets.toSorted()),
    'sensitivity-action',
    32,
    { N: 4096 },
  );
}

/** The address of a granted host: https, or plain http for this machine. */
function addressOfHost(host: string) {
  const url = URL.parse(`https://${host}`);
  return url && isLoopback(url) ? URL.parse(`http://${host}`) : url;
}

/** The entries of an input or an option, one a line or between commas. */
export function grantLines(text = '') {
  return text
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/**
 * The host of an address as a line grants it: with its port, except port 443 of another machine. A
 * name with a final dot means the same host.
 */
function serverOf(url: URL) {
  const name = url.hostname.replace(/\.$/, '');
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return port === '443' && !isLoopback(url) ? name : `${name}:${port}`;
}

/** Parses an address. @throws ConfigError if no key or prompt may be sent to it */
function parseAddress(text: string, where: string) {
  const url = URL.parse(text);
  const refuse = (fault: string, remedy: string): never => {
    throw new ConfigError(fault, { where, remedy });
  };
  if (!url || !/^https?:$/.test(url.protocol) || /^\.|\.\./.test(url.hostname))
    return refuse('This is not a URL', 'Write it in full: https://models.example.com/v1.');
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    return refuse(
      `The address of ${quotedName(url.host)} holds more than host, path and query`,
      'Remove the part before `@` and the part after `#`. Keys belong in secrets.',
    );
  // A name with a final dot means the same host, and must not pass for another one.
  url.hostname = url.hostname.replace(/\.$/, '');
  if (url.protocol === 'http:' && !isLoopback(url))
    return refuse(
      `${quotedName(url.host)} would get the prompts over plain http`,
      'Write https: only this machine (127.0.0.1, [::1], localhost) may be reached over http.',
    );
  return url;
}

/** All keys of a job: those that are granted, and every variable that a hub may take one from. */
function secretsOf({ apiKey, env }: WorkflowKeys, grants: readonly Grant[]) {
  const variables = HUB_NAMES.flatMap((hub) => HUBS[hub].keyVariables).concat(COMPANION_VARIABLES);
  const granted = grants.map(({ value }) => value);
  const values = [apiKey, ...granted, ...variables.map((variable) => env[variable])];
  return [...new Set(values.flatMap((value) => value?.trim() || []))];
}
