import { tmpdir } from 'node:os';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { parseShare, SHARES_ALLOWED, type Share } from '../engine/parse-share.js';
import { ConfigError } from '../errors.js';
import type { Held } from '../models/hubs/registry.js';
import { isLoopback } from '../models/http/endpoint.js';
import { quoted } from '../json.js';

/** How inputs are read: from their text to what the action works with. */

/** What reading one input may need beside its own text. */
export interface Environment {
  /** As the workflow file has it. */
  name: string;
  /** Another variable, or another input, where it is set. */
  variable: (name: string) => string | undefined;
  input: (name: string) => string | undefined;
  /** Absolute: the checkout. */
  workspace: string;
}

/** From the text of an input, undefined where it was left out or left empty, to what the action works with. */
export interface Read<T> {
  (value: string | undefined, environment: Environment): T;
  /** What of it nobody may see. */
  holds?: keyof Held;
}

export function holding<T>(holds: keyof Held, read: Read<T>): Read<T> {
  return Object.assign(read, { holds });
}

export function text(): Read<string | undefined> {
  return (value) => value;
}

export function oneOf<const T extends string>(allowed: readonly T[], fallback: T): Read<T> {
  return (value = fallback, { name }) => {
    const found = allowed.find((one) => one === value);
    if (found === undefined) throw notAllowed(`input '${name}'`, value, `Allowed are ${allowed.join(', ')}.`);
    return found;
  };
}

export function parsed<T>(parse: (value: string, environment: Environment) => T): Read<T | undefined> {
  return (value, environment) => (value === undefined ? undefined : parse(value, environment));
}

/** A path from the checkout; what is left out lies below the runner's folder for what is not kept. */
export function folder(value: string | undefined, { workspace, variable }: Environment, fallback: string): string {
  return resolve(workspace, value ?? join(variable('RUNNER_TEMP') ?? tmpdir(), fallback));
}

/** A path below the checkout, however it is written, as git names it; a path elsewhere is absolute. */
export function fromCheckout(value: string, workspace: string): string {
  const way = relative(workspace, resolve(workspace, value));
  return way === '' || way.startsWith('..') || isAbsolute(way) ? resolve(workspace, value) : way.split(sep).join('/');
}

/** What a pull request could commit must not say that a judge is a good one. */
export function outside(workspace: string, folder: string): string {
  const way = relative(workspace, folder);
  if (way === '' || !(way.startsWith('..') || isAbsolute(way))) {
    throw notAllowed(
      "input 'cache-directory'",
      folder,
      'It must lie outside of the checkout, which a pull request can fill: ${{ runner.temp }}/sensitivity-cache.',
    );
  }
  return folder;
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
    'Allowed are names of environment variables, one a line: OUR_TOKEN. No value, and no `$`.',
  );
}

/** The booleans of YAML 1.2's core schema, as everywhere in GitHub Actions. */
export function boolean(name: string, value: string): boolean {
  if (['true', 'True', 'TRUE'].includes(value)) return true;
  if (['false', 'False', 'FALSE'].includes(value)) return false;
  throw notAllowed(`input '${name}'`, value, 'Allowed are true and false.');
}

/** Outcomes that can fail the job. */
export const FAILING = ['fail', 'inconclusive', 'error'] as const;
export type Failing = (typeof FAILING)[number];

/** Reads a list of outcomes. `none` stands alone and gives an empty list. */
export function failingOutcomes(name: string, value: string): Failing[] {
  const named = lines(value);
  if (named.length === 1 && named[0] === 'none') return [];
  const unknown = named.find((one) => !FAILING.some((outcome) => outcome === one));
  if (unknown === undefined && named.length > 0) return FAILING.filter((outcome) => named.includes(outcome));
  throw notAllowed(`input '${name}'`, unknown ?? value, `Allowed are ${FAILING.join(', ')}, separated by commas, or none alone.`);
}

/** Where the record of runs is kept: on a branch of this name, or in `cache-directory`. */
export type RecordPlace = { branch: string } | 'cache';

/** What git takes for the name of a branch, of the characters that nobody has to quote. */
const BRANCH = /^branch\s+(?<branch>[A-Za-z0-9_][\w./-]{0,199})$/;

export function recordPlace(value: string): RecordPlace {
  if (value === 'cache') return value;
  const branch = BRANCH.exec(value)?.groups?.['branch'];
  const parts = branch?.split('/') ?? [''];
  if (branch === undefined || branch.includes('..') || parts.some((part) => part === '' || /^\.|\.$|\.lock$/.test(part))) {
    throw notAllowed("input 'history'", value, 'Allowed are `cache` and `branch NAME`: `branch sensitivity-history`.');
  }
  return { branch };
}

export function positiveInteger(value: string, { name }: Environment): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < 1 || !Number.isSafeInteger(number)) {
    throw notAllowed(`input '${name}'`, value, 'Allowed is a whole number of 1 or more, in digits.');
  }
  return number;
}

export function oneOfMany(value: string, environment: Environment): Share {
  refuseBeside(environment, 'publish-from');
  const share = parseShare(value);
  if (share === undefined) throw notAllowed(`input '${environment.name}'`, value, SHARES_ALLOWED);
  return share;
}

/** @throws ConfigError where one of these inputs is set, too. */
export function refuseBeside({ name, input }: Environment, ...others: string[]): void {
  const other = others.find((one) => input(one) !== undefined);
  if (other === undefined) return;
  throw new ConfigError(`\`${name}\` and \`${other}\` do not go together`, {
    where: `input '${name}'`,
    remedy: 'A job asks a shard, merges all of them, or publishes a report: name one of these inputs.',
  });
}

export function webAddress(where: string, value: string): string {
  const protocol = URL.canParse(value) ? new URL(value).protocol : '';
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw notAllowed(where, value, 'Allowed is a full address such as https://models.example.com/v1.');
  }
  return value;
}

/**
 * What could never match (an address with a path, a pattern within a name, sub-domains of an IP address, port 0) would
 * otherwise be allowed in vain.
 */
export function host(value: string): string {
  const { wildcard, name = '' } = /^(?<wildcard>\*\.)?(?<name>[^/\\?#@*\s]+)$/.exec(value)?.groups ?? {};
  const hostname = URL.canParse(`https://${name}`) ? new URL(`https://${name}`).hostname : '';
  const isAddress = /(\]|\.\d+)$/.test(hostname);
  if (hostname === '' || /^\.|\.\./.test(hostname) || /:0*$/.test(name) || (wildcard !== undefined && isAddress)) {
    throw notAllowed(
      "input 'allowed-hosts'",
      value,
      'Allowed are host names, one a line: models.example.com, models.example.com:8443, or *.example.com for all ' +
        'below it. No https:// and no path.',
    );
  }
  return value;
}

/** What is no address of this machine would be listed in vain. */
export function loopback(value: string): string {
  const url = /^[^/\\?#@\s]+:0*[1-9]\d*$/.test(value) && URL.canParse(`http://${value}`) ? new URL(`http://${value}`) : undefined;
  if (url === undefined || !isLoopback(url)) {
    throw notAllowed(
      "input 'allow-loopback'",
      value,
      'Allowed are addresses of this machine with their port, one a line: 127.0.0.1:8000, localhost:11434 or [::1]:8080.',
    );
  }
  return value;
}

function notAllowed(where: string, value: string, remedy: string): ConfigError {
  return new ConfigError(`${quoted(value)} is not allowed`, { where, remedy });
}
