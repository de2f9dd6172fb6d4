import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { ConfigError } from '../shared/errors.ts';
import { canonical, entryOf, quoted, quotedName } from '../shared/json.ts';
import { isLoopback } from '../shared/way-out.ts';
import {
  COMPANION_VARIABLES,
  HUB_NAMES,
  hubAt,
  HUBS,
  keyIn,
  type HubKey,
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
  /** True in a terminal, where errors name options in place of inputs. */
  isTerminal?: boolean;
}

/** A key, and the variable or input that holds it. Both are absent for an address without a key. */
interface NamedKey extends HubKey {
  variable?: string;
}

/** A key, and the host and port that get it. */
interface Grant extends NamedKey {
  server: string;
}

/** The error for an address that needs a key, and to which the workflow grants none. */
export class MissingKeyError extends ConfigError {}

const HOST = /(?<host>(?:\[[\da-f:.]+\]|[^\s:/?#@\\*%[\]]+)(?::[1-9]\d{0,4})?)/.source;
const VARIABLE = /(?<variable>[A-Z_]\w*)/.source;
const LINE_FORMS = {
  'allowed-hosts': {
    pattern: new RegExp(`^${HOST}(?:\\s+${VARIABLE})?$`, 'i'),
    remedy:
      'Write a host on each line, without a scheme, a path or a wildcard, and behind it the variable that holds its key: models.example.com GATEWAY_KEY, or 127.0.0.1:8000.',
  },
  'header-variables': {
    pattern: new RegExp(`^${VARIABLE}(?:\\s+${HOST})?$`, 'i'),
    remedy:
      'Write a variable on each line, and behind it the host that gets its value, without a scheme, a path or a wildcard: OUR_TOKEN models.example.com.',
  },
};

/** The keys that the workflow grants, and the server of each. A configuration grants none. */
export class Grants {
  /** All keys of the job, to be removed from every text that is stored or shown. */
  readonly secrets: readonly string[];
  private readonly workflow: WorkflowKeys;
  private readonly baseUrl: URL | undefined;
  /** The hosts that the workflow names, with their keys. */
  private readonly servers: ReadonlyMap<string, NamedKey>;
  private readonly headers: readonly Grant[];

  /** @throws ConfigError for an input that grants nothing, or one host twice */
  constructor(workflow: WorkflowKeys) {
    const { baseUrl, hub } = workflow;
    const apiKey = workflow.apiKey?.trim() || undefined;
    this.workflow = { ...workflow, apiKey };
    const servers = new Map<string, NamedKey>();
    for (const { server, ...named } of this.grantsIn('allowed-hosts', workflow.allowedHosts)) {
      if (servers.has(server))
        throw new ConfigError(`Two lines name ${quoted(server)}`, {
          where: this.setting('allowed-hosts'),
          remedy: 'Keep one of them: a host gets one key.',
        });
      servers.set(server, named);
    }
    if (baseUrl !== undefined) {
      this.baseUrl = webAddress(baseUrl, this.setting('base-url'));
      const server = serverOf(this.baseUrl);
      const line = servers.get(server) ?? {};
      servers.set(server, apiKey === undefined ? line : { key: apiKey, variable: 'api-key' });
    }
    this.servers = servers;
    this.headers = this.grantsIn('header-variables', workflow.headerVariables);
    this.secrets = secretsOf(this.workflow, [...servers.values(), ...this.headers]);
    const ownAddress = entryOf(HUBS, hub ?? '')?.baseURL;
    if (apiKey === undefined || this.baseUrl || ownAddress) return;
    throw new ConfigError('A key stands alone, and nothing says where it may go', {
      where: this.setting('api-key'),
      remedy: `Set ${this.setting('base-url')} or ${this.setting('hub')} beside it, or the usual variable of the hub (OPENAI_API_KEY …) in its place.`,
    });
  }

  /** `input 'api-key'`, or `option --api-key`. */
  setting(name: string) {
    return this.workflow.isTerminal ? `option --${name}` : `input '${name}'`;
  }

  /** The grants in the lines of an input. @throws ConfigError for a line of another form */
  private grantsIn(input: keyof typeof LINE_FORMS, lines: readonly string[] = []) {
    const { pattern, remedy } = LINE_FORMS[input];
    return lines.map((line) => {
      const match = pattern.exec(line);
      const { host, variable } = match?.groups ?? {};
      // A line that fits without a host means the server of `base-url`.
      const url = host === undefined ? match && this.baseUrl : addressOfHost(host);
      const key = this.workflow.env[variable ?? '']?.trim() || undefined;
      if (url) return { server: serverOf(url), variable, key };
      throw new ConfigError(`${quoted(line)} is not allowed`, {
        where: this.setting(input),
        remedy,
      });
    });
  }

  /** Checks the address that a configuration names. @throws ConfigError without a grant */
  addressOf(text: string, where: string): URL {
    const url = webAddress(text, where);
    const server = serverOf(url);
    // A job without keys has none to lose to a server of this machine.
    const isHarmless = isLoopback(url) && this.secrets.length === 0;
    if (this.servers.has(server) || isHarmless || hubAt(url.href)) return url;
    throw new ConfigError(
      `The workflow does not name ${quotedName(server)}: nothing is sent there`,
      {
        where,
        remedy: `Add the line \`${server}\` to ${this.setting('allowed-hosts')}, and behind it the variable with its key if it needs one, or set ${this.setting('base-url')}. A pull request cannot change these.`,
      },
    );
  }

  /**
   * The key for an address, and the variable or input that holds it, which may be unset.
   *
   * @throws ConfigError for a key that no header can carry; the error does not quote it
   */
  keyAt(url: URL): NamedKey {
    const granted = this.grantedAt(url);
    const parts = [granted.key, ...Object.values(granted.accessKey ?? {})];
    if (parts.every((part = '') => /^[\x21-\x7e]*$/.test(part))) return granted;
    throw new ConfigError('The key holds a space, a line break or a non-ASCII character', {
      where: granted.variable,
      remedy: 'Store it again, without quotes or line breaks.',
    });
  }

  /** The key for an address: `api-key`, else that of the host's line, else the hub's variable. */
  private grantedAt(url: URL): NamedKey {
    const { apiKey, hub, env } = this.workflow;
    const granted = this.servers.get(serverOf(url)) ?? {};
    const hubThere = hubAt(url.href);
    if (!hubThere) return granted;
    if (apiKey !== undefined && !this.baseUrl && hubThere === hub)
      return { key: apiKey, variable: 'api-key' };
    if (granted.variable !== undefined) return granted;
    return { ...keyIn(hubThere, env), variable: HUBS[hubThere].keyVariables[0] };
  }

  /**
   * The key of a hub for an address; empty if none is needed.
   *
   * @param isPlan - nothing will be sent
   * @throws MissingKeyError
   */
  keyFor(
    url: URL,
    hub: HubName,
    { section, isPlan }: { section: string; isPlan?: boolean },
  ): HubKey {
    const { key, accessKey, variable } = this.keyAt(url);
    if (key !== undefined) return { key };
    // Only requests to Bedrock are signed with an access key.
    if (accessKey && hub === 'bedrock') return { accessKey };
    const { alwaysNeedsKey, keyVariables } = HUBS[hub];
    const needsKey = variable !== undefined || alwaysNeedsKey;
    if (!needsKey || isPlan) return {};
    const remedy =
      variable === undefined
        ? `Add the line \`${serverOf(url)} ${keyVariables[0]}\` to ${this.setting('allowed-hosts')}, and set that variable of the step.`
        : `${this.workflow.isTerminal ? 'Export' : 'Set under `env:` of the step, from a secret,'} the variable ${quotedName(variable)}. A fork gets no secrets.`;
    throw new MissingKeyError(`No key is granted for ${quotedName(url.host)}`, {
      where: section,
      remedy,
    });
  }

  /** The value of a variable in `headers`, which goes to the host of its line only. */
  headerValue(variable: string, url: URL, where: string) {
    const server = serverOf(url);
    const line = this.headers.find(
      (grant) => grant.variable === variable && grant.server === server,
    );
    if (!line)
      throw new ConfigError(`${quotedName(variable)} may not be sent to ${quotedName(url.host)}`, {
        where,
        remedy: `Add the line \`${variable} ${server}\` to ${this.setting('header-variables')}. A pull request cannot change it.`,
      });
    if (line.key !== undefined) return line.key;
    throw new MissingKeyError(`The variable ${quotedName(variable)} is not set`, {
      where,
      remedy: 'Set it under `env:` of the step, from a secret. A fork gets no secrets.',
    });
  }
}

/**
 * The seal of a run's keys; undefined without keys, since then nothing is stored. The computation
 * takes 24 ms of another thread, so a run begins it early.
 */
export async function sealOf(secrets: readonly string[]): Promise<Buffer | undefined> {
  if (secrets.length === 0) return undefined;
  return promisify<string, string, number, object, Buffer>(scrypt)(
    canonical(secrets.toSorted()),
    'sensitivity-action',
    32,
    { N: 4096 },
  );
}

/** The address of a granted host: https, but plain http for this machine. */
function addressOfHost(host: string) {
  const url = URL.parse(`https://${host}`);
  return url && isLoopback(url) ? URL.parse(`http://${host}`) : url;
}

/** The entries of an input or an option, which stand on lines or between commas. */
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

/** @throws ConfigError for an address that no key and no prompt may be sent to */
function webAddress(text: string, where: string) {
  const url = URL.parse(text);
  const refuse = (fault: string, remedy: string): never => {
    throw new ConfigError(fault, { where, remedy });
  };
  if (!url || !/^https?:$/.test(url.protocol) || /^\.|\.\./.test(url.hostname))
    return refuse('This is no web address', 'Write it whole: https://models.example.com/v1.');
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    return refuse(
      `The address of ${quotedName(url.host)} holds more than host, path and query`,
      'Remove the part before `@` and the part behind `#`. Keys belong in secrets.',
    );
  // A name with a final dot means the same host, and must not pass for another one.
  url.hostname = url.hostname.replace(/\.$/, '');
  if (url.protocol === 'http:' && !isLoopback(url))
    return refuse(
      `${quotedName(url.host)} would get the prompts over plain http`,
      'Write https; http is for this machine only (127.0.0.1, [::1], localhost).',
    );
  return url;
}

function secretsOf({ apiKey, env }: WorkflowKeys, granted: readonly NamedKey[]) {
  const names = HUB_NAMES.flatMap((name) => HUBS[name].keyVariables).concat(COMPANION_VARIABLES);
  const values = [apiKey, ...granted.map(({ key }) => key), ...names.map((name) => env[name])];
  return [...new Set(values.flatMap((value) => value?.trim() || []))];
}
