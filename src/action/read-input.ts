import { tmpdir } from 'node:os';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import {
  parseRequirement,
  REQUIREMENTS_ALLOWED,
  type Requirement,
} from '../engine/proof/faults.js';
import { parseShard, SHARDS_ALLOWED, type Shard } from '../engine/parse-shard.js';
import { ConfigError } from '../errors.js';
import type { SecretVariables } from '../models/hubs/registry.js';
import { isLoopback } from '../models/http/address.js';
import { quoted } from '../json.js';

export interface Environment {
  name: string;
  /** The value of another variable or input, if it is set. */
  variable: (name: string) => string | undefined;
  input: (name: string) => string | undefined;
  workspace: string;
}

/** Reads the text of an input; undefined if the input is missing or empty. @throws ConfigError */
export interface InputReader<T> {
  (value: string | undefined, environment: Environment): T;
  holds?: keyof SecretVariables;
}

export function holding<T>(holds: keyof SecretVariables, read: InputReader<T>): InputReader<T> {
  return Object.assign(read, { holds });
}

export function textInput(): InputReader<string | undefined> {
  return (value) => value;
}

export function oneOf<const T extends string>(allowed: readonly T[], fallback: T): InputReader<T> {
  return (value = fallback, { name }) => {
    const choice = allowed.find((one) => one === value);
    if (choice === undefined)
      throw notAllowed(`input '${name}'`, value, `Allowed: ${allowed.join(', ')}.`);
    return choice;
  };
}

export function parsed<T>(
  parse: (value: string, environment: Environment) => T,
): InputReader<T | undefined> {
  return (value, environment) => (value === undefined ? undefined : parse(value, environment));
}

/**
 * An absolute path, relative paths from the checkout. The fallback lies in the runner's temporary
 * folder.
 */
export function folder(
  value: string | undefined,
  { workspace, variable }: Environment,
  fallback: string,
): string {
  return resolve(workspace, value ?? join(variable('RUNNER_TEMP') ?? tmpdir(), fallback));
}

/** A path in the checkout as git names it; a path elsewhere is absolute. */
export function fromCheckout(value: string, workspace: string): string {
  const target = resolve(workspace, value);
  return isBelow(workspace, target) ? relative(workspace, target).split(sep).join('/') : target;
}

/** Refuses a folder in the checkout: a pull request could commit a calibration of a judge there. */
export function outside(workspace: string, folder: string): string {
  if (folder !== workspace && !isBelow(workspace, folder)) return folder;
  const remedy =
    'Allowed: a folder outside the checkout, which a pull request could fill: ${{ runner.temp }}/sensitivity-cache.';
  throw notAllowed("input 'cache-directory'", folder, remedy);
}

function isBelow(workspace: string, target: string): boolean {
  const way = relative(workspace, target);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}

export function lines(value: string): string[] {
  return value
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter(Boolean);
}

export function variableName(value: string): string {
  if (/^[A-Za-z_]\w*$/.test(value)) return value;
  throw notAllowed(
    "input 'header-variables'",
    value,
    'Allowed: names of environment variables without `$`, one a line: OUR_TOKEN.',
  );
}

/** The booleans of YAML 1.2's core schema, as everywhere in GitHub Actions. */
export function boolean(name: string, value: string): boolean {
  if (['true', 'True', 'TRUE'].includes(value)) return true;
  if (['false', 'False', 'FALSE'].includes(value)) return false;
  throw notAllowed(`input '${name}'`, value, 'Allowed: true, false.');
}

export const FAILING = ['fail', 'inconclusive', 'error'] as const;
export type Failing = (typeof FAILING)[number];

/** Reads a list of outcomes. `none` stands alone and gives an empty list. */
export function failingOutcomes(name: string, value: string): Failing[] {
  const named = lines(value);
  if (named.length === 1 && named[0] === 'none') return [];
  const unknown = named.find((one) => !FAILING.some((outcome) => outcome === one));
  if (unknown === undefined && named.length > 0)
    return FAILING.filter((outcome) => named.includes(outcome));
  throw notAllowed(
    `input '${name}'`,
    unknown ?? value,
    `Allowed: ${FAILING.join(', ')}, separated by commas, or none alone.`,
  );
}

export type RecordPlace = { branch: string } | 'cache';

/** A branch name that needs no quoting. */
const BRANCH = /^branch\s+(?<branch>[A-Za-z0-9_][\w./-]{0,199})$/;

export function recordPlace(value: string): RecordPlace {
  if (value === 'cache') return value;
  const branch = BRANCH.exec(value)?.groups?.['branch'];
  const parts = branch?.split('/') ?? [''];
  if (
    branch === undefined ||
    branch.includes('..') ||
    parts.some((part) => part === '' || /^\.|\.$|\.lock$/.test(part))
  ) {
    throw notAllowed(
      "input 'history'",
      value,
      'Allowed: `cache`, or `branch NAME` such as `branch sensitivity-history`.',
    );
  }
  return { branch };
}

export function positiveInteger(value: string, { name }: Environment): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < 1 || !Number.isSafeInteger(number)) {
    throw notAllowed(`input '${name}'`, value, 'Allowed: a whole number of 1 or more, in digits.');
  }
  return number;
}

export function shard(value: string, environment: Environment): Shard {
  refuseBeside(environment, 'publish-from');
  const parsed = parseShard(value);
  if (parsed === undefined) throw notAllowed(`input '${environment.name}'`, value, SHARDS_ALLOWED);
  return parsed;
}

/** @throws ConfigError for `true` without a record, or in a job that asks no whole run */
export function watching(value: string, { name, input }: Environment): boolean {
  const isOn = boolean(name, value);
  const other = ['shard', 'merge', 'publish-from'].find((one) => input(one) !== undefined);
  if (!isOn || (input('history') !== undefined && other === undefined)) return isOn;
  throw new ConfigError(
    other === undefined
      ? '`watch` needs a record'
      : `\`watch\` and \`${other}\` exclude each other`,
    {
      where: `input '${name}'`,
      remedy:
        other === undefined ? 'Set `history: branch sensitivity-history`.' : `Remove \`${other}\`.`,
    },
  );
}

/** Requirements on a proof, separated by commas or spaces; none for `true`. */
export function requirements(value: string, environment: Environment): Requirement[] | undefined {
  if (value === 'false') return undefined;
  refuseBeside(environment, 'shard', 'merge', 'publish-from');
  if (value === 'true') return [];
  return value.split(/[,\s]+/).map((one) => {
    const requirement = parseRequirement(one);
    if (requirement === undefined)
      throw notAllowed(
        `input '${environment.name}'`,
        one,
        `${REQUIREMENTS_ALLOWED} Or: true, false.`,
      );
    return requirement;
  });
}

/** @throws ConfigError if one of the other inputs is set, too */
export function refuseBeside({ name, input }: Environment, ...others: string[]): void {
  const other = others.find((one) => input(one) !== undefined);
  if (other === undefined) return;
  throw new ConfigError(`\`${name}\` and \`${other}\` exclude each other`, {
    where: `input '${name}'`,
    remedy:
      'A job runs a shard, merges all shards, publishes a report, or proves the gate. Set one of `shard`, `merge`, `publish-from` and `prove`.',
  });
}

export function webAddress(where: string, value: string): string {
  const protocol = URL.canParse(value) ? new URL(value).protocol : '';
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw notAllowed(
      where,
      value,
      'Allowed: a full address such as https://models.example.com/v1.',
    );
  }
  return value;
}

/**
 * A host name. Refuses what could never match: an address with a path, a pattern within a name,
 * sub-domains of an IP address, port 0.
 */
export function host(value: string): string {
  const { wildcard, name = '' } =
    /^(?<wildcard>\*\.)?(?<name>[^/\\?#@*\s]+)$/.exec(value)?.groups ?? {};
  const hostname = URL.canParse(`https://${name}`) ? new URL(`https://${name}`).hostname : '';
  const isAddress = /(\]|\.\d+)$/.test(hostname);
  if (
    hostname === '' ||
    /^\.|\.\./.test(hostname) ||
    /:0*$/.test(name) ||
    (wildcard !== undefined && isAddress)
  ) {
    throw notAllowed(
      "input 'allowed-hosts'",
      value,
      'Allowed: host names without https:// and path, one a line: models.example.com, models.example.com:8443, or ' +
        '*.example.com for all its sub-domains.',
    );
  }
  return value;
}

export function loopback(value: string): string {
  const url =
    /^[^/\\?#@\s]+:0*[1-9]\d*$/.test(value) && URL.canParse(`http://${value}`)
      ? new URL(`http://${value}`)
      : undefined;
  if (url === undefined || !isLoopback(url)) {
    throw notAllowed(
      "input 'allow-loopback'",
      value,
      'Allowed: addresses of this machine with their port, one a line: 127.0.0.1:8000, localhost:11434 or [::1]:8080.',
    );
  }
  return value;
}

function notAllowed(where: string, value: string, remedy: string): ConfigError {
  return new ConfigError(`${quoted(value)} is not allowed`, { where, remedy });
}
