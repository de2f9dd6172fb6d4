import { ConfigError } from '../errors.ts';
import { quoted } from '../json.ts';
import {
  COMPANION_VARIABLES,
  HUB_NAMES,
  HUBS,
  isOwnHost,
  keyIn,
  type HubName,
} from './hubs/addresses.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What the workflow says about keys: inputs of the action, or options of the terminal. */
export interface WorkflowKeys {
  baseUrl?: string;
  apiKey?: string;
  hub?: string;
  /** `HOST[:PORT] [VARIABLE]` each. */
  allowedHosts: readonly string[];
  /** Variables that `headers` may hold; their values are secrets, too. */
  headerVariables?: readonly { name: string }[];
  env: Env;
  /** Errors name options in place of inputs. */
  isTerminal?: boolean;
}

/** A key, and the variable or input that holds it. Both are absent for an address without one. */
interface NamedKey {
  variable?: string;
  key?: string;
}

const HOST_LINE =
  /^(?<host>\[[\da-f:.]{2,45}\]|[^\s:/?#@\\*%[\]]{1,255})(?::(?<port>[1-9]\d{0,4}))?(?:\s+(?<variable>[A-Za-z_]\w{0,200}))?$/i;
/** As the URL parser spells them. */
const LOOPBACK =
  /^(?:(?:.{1,200}\.)?localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/;

/** Which key goes to which server. Only the workflow says so; a configuration never does. */
export class Grants {
  /** All keys of the job, to be removed from every text that is stored or shown. */
  readonly secrets: readonly string[];
  private readonly workflow: WorkflowKeys;
  private readonly base: URL | undefined;
  private readonly servers: ReadonlyMap<string, NamedKey>;

  constructor(workflow: WorkflowKeys) {
    const { baseUrl, apiKey, hub } = workflow;
    this.workflow = workflow;
    this.base = baseUrl === undefined ? undefined : webAddress(baseUrl, this.setting('base-url'));
    this.servers = serversIn(workflow, this.setting('allowed-hosts'));
    this.secrets = secretsOf(workflow, [...this.servers.values()]);
    const hasOwnHosts = HUB_NAMES.some((name) => name === hub && HUBS[name].ownHosts.length > 0);
    if (!apiKey?.trim() || this.base || hasOwnHosts) return;
    throw new ConfigError('A key stands alone, and nothing says where it may go', {
      where: this.setting('api-key'),
      remedy: `Set ${this.setting('base-url')} or ${this.setting('hub')} beside it, or the usual variable of the hub (OPENAI_API_KEY …) in its place.`,
    });
  }

  /** Of `base-url`. */
  get baseOrigin(): string | undefined {
    return this.base?.origin;
  }

  /** `input 'api-key'`, or `option --api-key`. */
  setting(name: string): string {
    return this.workflow.isTerminal ? `option --${name}` : `input '${name}'`;
  }

  /** What to do where the variable with a hub's key is not set. */
  remedyFor(variable: string): string {
    return this.workflow.isTerminal
      ? `Set the variable ${variable}: \`export\` it in this terminal.`
      : `Set the variable ${variable} of the step (\`env:\`) from a secret. A fork gets no secrets.`;
  }

  /** The address that a configuration chooses. @throws ConfigError for one that no one granted */
  addressOf(text: string, where: string): URL {
    const url = webAddress(text, where);
    // Without any key in the job there is nothing that code of this machine could take.
    const isHarmless = isLoopback(url) && this.secrets.length === 0;
    const isNamed = this.isBase(url) || this.servers.has(serverOf(url));
    if (isNamed || isHarmless || ownHubOf(url)) return url;
    throw new ConfigError(`The workflow does not name ${quoted(url.host)}: nothing is sent there`, {
      where,
      remedy: `Add the line \`${url.host}\` to ${this.setting('allowed-hosts')}, and behind it the variable with its key if it needs one, or set ${this.setting('base-url')}. A pull request cannot change these.`,
    });
  }

  /** The key for an address, and where it comes from. The key is absent where that is not set. */
  at(url: URL): NamedKey {
    const { apiKey, hub, env } = this.workflow;
    const own = ownHubOf(url);
    const isForKey = this.base ? this.isBase(url) : own !== undefined && own === hub;
    if (apiKey?.trim() && isForKey) return checked({ key: apiKey.trim(), variable: 'api-key' });
    const named = this.servers.get(serverOf(url));
    if (named?.variable !== undefined) return checked(named);
    if (own === undefined) return {};
    return checked({ key: keyIn(own, { ...env }), variable: HUBS[own].keyVariables[0] });
  }

  private isBase(url: URL): boolean {
    return this.base !== undefined && serverOf(this.base) === serverOf(url);
  }
}

/** @throws ConfigError for an input that grants nothing, or the same twice */
export function grantsOf(workflow: WorkflowKeys): Grants {
  return new Grants(workflow);
}

function ownHubOf(url: URL): HubName | undefined {
  return HUB_NAMES.find((name) => url.protocol === 'https:' && isOwnHost(name, url.host));
}

function serversIn({ allowedHosts, env }: WorkflowKeys, where: string) {
  const servers = new Map<string, NamedKey>();
  for (const line of allowedHosts) {
    const { host = '', port = '', variable } = HOST_LINE.exec(line.trim())?.groups ?? {};
    const text = `https://${host}`;
    const isHost = host !== '' && URL.canParse(text) && Number(port || 1) < 65_536;
    if (!isHost)
      throw new ConfigError(`${quoted(line)} is no host`, {
        where,
        remedy:
          'Write a host on each line, without a scheme, a path or a wildcard, and behind it the variable that holds its key: models.example.com GATEWAY_KEY, or 127.0.0.1:8000.',
      });
    const server = serverOf(new URL(originOf(`${host}${port && `:${port}`}`)));
    if (servers.has(server))
      throw new ConfigError(`Two lines name ${quoted(server)}`, {
        where,
        remedy: 'Keep one of them: a host gets one key.',
      });
    const key = variable === undefined ? undefined : env[variable]?.trim() || undefined;
    servers.set(server, { variable, key });
  }
  return servers;
}

/** Only an address of this machine is plain http. */
function originOf(host: string): string {
  const url = URL.parse(`https://${host}`);
  return `${url && isLoopback(url) ? 'http' : 'https'}://${host.toLowerCase()}`;
}

/** A line that lets `headers` hold a variable: `NAME`, or `NAME HOST`. */
export function headerVariableIn(line: string): { name: string; origin?: string } {
  const [name = '', host] = line.split(/\s+/);
  return host === undefined ? { name } : { name, origin: originOf(host) };
}

/** Host and port. A name with a final dot is the same host. */
function serverOf(url: URL): string {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return `${url.hostname.replace(/\.$/, '')}:${port}`;
}

/** @throws ConfigError for an address that keys and prompts may not go to at all */
function webAddress(text: string, where: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const refuse = (fault: string, remedy: string): never => {
    throw new ConfigError(fault, { where, remedy });
  };
  if (url === undefined || !/^https?:$/.test(url.protocol) || /^\.|\.\./.test(url.hostname))
    return refuse('This is no web address', 'Write it whole: https://models.example.com/v1.');
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    return refuse(
      `The address of ${quoted(url.host)} holds more than host, path and query`,
      'Remove the part before `@` and the part behind `#`. Keys belong into secrets.',
    );
  // A name with a final dot is the same host, and must not pass for another one.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  if (url.protocol === 'http:' && !isLoopback(url))
    return refuse(
      `${quoted(url.host)} would get the prompts over plain http`,
      'Write https; http is for this machine only (127.0.0.1, [::1], localhost).',
    );
  return url;
}

function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname.replace(/\.$/, ''));
}

/** @throws ConfigError for a key that no header can carry; the error does not quote it */
function checked({ key, variable }: NamedKey): NamedKey {
  if (key === undefined || /^[\x21-\x7e]+$/.test(key)) return { key, variable };
  throw new ConfigError('The key holds a space, a line break or a non-ASCII character', {
    where: variable,
    remedy: 'Store it again, without quotes or line breaks.',
  });
}

function secretsOf(
  { apiKey, headerVariables = [], env }: WorkflowKeys,
  servers: readonly NamedKey[],
): string[] {
  const usual = HUB_NAMES.flatMap((name) => HUBS[name].keyVariables);
  const names = [...usual, ...COMPANION_VARIABLES, ...headerVariables.map(({ name }) => name)];
  const values = [apiKey, ...servers.map(({ key }) => key), ...names.map((name) => env[name])];
  return [...new Set(values.flatMap((value) => value?.trim() || []))];
}
