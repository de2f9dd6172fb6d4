import { tmpdir } from 'node:os';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { parseShard, SHARDS_ALLOWED, type Shard } from '../engine/verdict/shard.ts';
import {
  parseRequirement,
  REQUIREMENTS_ALLOWED,
  type Requirement,
} from '../engine/proof/faults.ts';
import { ConfigError } from '../errors.ts';
import { quoted } from '../json.ts';
import { isLoopback } from '../models/http/address.ts';
import type { SecretVariables } from '../models/hubs/registry.ts';

export interface Environment {
  name: string;
  /** Returns the value of another variable or input; undefined if it is not set. */
  variable: (name: string) => string | undefined;
  input: (name: string) => string | undefined;
  workspace: string;
}

/**
 * Reads the text of an input; undefined if the input is missing or empty.
 * @throws ConfigError
 */
export interface InputReader<T> {
  (value: string | undefined, environment: Environment): T;
  holds?: keyof SecretVariables;
}

/** Marks the reader of an input that holds a secret. */
export function markSecret<T>(
  holds: keyof SecretVariables,
  reader: InputReader<T>,
): InputReader<T> {
  return Object.assign(reader, { holds });
}

export function readText(): InputReader<string | undefined> {
  return (value) => value;
}

export function readOneOf<const T extends string>(
  allowed: readonly T[],
  fallback: T,
): InputReader<T> {
  return (value = fallback, { name }) => {
    const choice = allowed.find((candidate) => candidate === value);
    if (choice === undefined)
      throw notAllowedError(`input '${name}'`, value, `Allowed: ${allowed.join(', ')}.`);
    return choice;
  };
}

export function optional<T>(
  parse: (value: string, environment: Environment) => T,
): InputReader<T | undefined> {
  return (value, environment) => (value === undefined ? undefined : parse(value, environment));
}

/**
 * Returns an absolute path. A relative one starts at the checkout, the fallback in the runner's
 * temporary folder.
 */
export function readFolder(
  value: string | undefined,
  { workspace, variable }: Environment,
  fallback: string,
): string {
  return resolve(workspace, value ?? join(variable('RUNNER_TEMP') ?? tmpdir(), fallback));
}

/** Returns a path in the checkout as git names it, and any other path as an absolute one. */
export function pathFromCheckout(value: string, workspace: string): string {
  const target = resolve(workspace, value);
  return isBelow(workspace, target) ? relative(workspace, target).split(sep).join('/') : target;
}

/** Refuses a folder in the checkout: a pull request could commit a calibration of a judge there. */
export function refuseInCheckout(workspace: string, folder: string): string {
  if (folder !== workspace && !isBelow(workspace, folder)) return folder;
  const remedy =
    'Allowed: a folder outside the checkout, which a pull request could fill: ${{ runner.temp }}/sensitivity-cache.';
  throw notAllowedError("input 'cache-directory'", folder, remedy);
}

function isBelow(workspace: string, target: string): boolean {
  const way = relative(workspace, target);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}

export function splitLines(value: string): string[] {
  return value
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter(Boolean);
}

export function readVariableName(value: string): string {
  if (/^[A-Za-z_]\w*$/.test(value)) return value;
  throw notAllowedError(
    "input 'header-variables'",
    value,
    'Allowed: names of environment variables without `$`, one a line: OUR_TOKEN.',
  );
}

/** Reads a boolean of YAML 1.2's core schema, as GitHub Actions does. */
export function readBoolean(name: string, value: string): boolean {
  if (['true', 'True', 'TRUE'].includes(value)) return true;
  if (['false', 'False', 'FALSE'].includes(value)) return false;
  throw notAllowedError(`input '${name}'`, value, 'Allowed: true, false.');
}

export const FAILING = ['fail', 'inconclusive', 'error'] as const;
export type Failing = (typeof FAILING)[number];

/** Reads a list of outcomes. `none` stands alone and gives an empty list. */
export function readFailingOutcomes(name: string, value: string): Failing[] {
  const outcomes = splitLines(value);
  if (outcomes.length === 1 && outcomes[0] === 'none') return [];
  const unknownOutcome = outcomes.find((name) => !FAILING.some((outcome) => outcome === name));
  if (unknownOutcome === undefined && outcomes.length > 0)
    return FAILING.filter((outcome) => outcomes.includes(outcome));
  throw notAllowedError(
    `input '${name}'`,
    unknownOutcome ?? value,
    `Allowed: ${FAILING.join(', ')}, separated by commas, or none alone.`,
  );
}

export type RecordPlace = { branch: string } | 'cache';

/** A branch name that needs no quoting. */
const BRANCH = /^branch\s+(?<branch>[A-Za-z0-9_][\w./-]{0,199})$/;

export function readRecordPlace(value: string): RecordPlace {
  if (value === 'cache') return value;
  const branch = BRANCH.exec(value)?.groups?.['branch'];
  if (branch !== undefined && isBranchName(branch)) return { branch };
  throw notAllowedError(
    "input 'history'",
    value,
    'Allowed: `cache`, or `branch NAME` such as `branch sensitivity-history`.',
  );
}

/** True for a name that git accepts (git check-ref-format). */
function isBranchName(name: string): boolean {
  const isPart = (part: string) => part !== '' && !/^\.|\.$|\.lock$/.test(part);
  return !name.includes('..') && name.split('/').every(isPart);
}

export function readPositiveInteger(value: string, { name }: Environment): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < 1 || !Number.isSafeInteger(number)) {
    throw notAllowedError(
      `input '${name}'`,
      value,
      'Allowed: a whole number of 1 or more, in digits.',
    );
  }
  return number;
}

export function readShard(value: string, environment: Environment): Shard {
  refuseTogetherWith(environment, 'publish-from');
  const shard = parseShard(value);
  if (shard === undefined)
    throw notAllowedError(`input '${environment.name}'`, value, SHARDS_ALLOWED);
  return shard;
}

/** @throws ConfigError for `true` without a record, or in a job that asks no whole run */
export function readWatch(value: string, { name, input }: Environment): boolean {
  if (!readBoolean(name, value)) return false;
  const where = `input '${name}'`;
  const conflicting = ['shard', 'merge', 'publish-from'].find(
    (otherInput) => input(otherInput) !== undefined,
  );
  if (conflicting !== undefined) {
    throw new ConfigError(`\`watch\` and \`${conflicting}\` exclude each other`, {
      where,
      remedy: `Remove \`${conflicting}\`.`,
    });
  }
  if (input('history') === undefined) {
    const remedy = 'Set `history: branch sensitivity-history`.';
    throw new ConfigError('`watch` needs a record', { where, remedy });
  }
  return true;
}

/** Reads requirements on a proof, separated by commas or spaces; none for `true`. */
export function readRequirements(
  value: string,
  environment: Environment,
): Requirement[] | undefined {
  if (value === 'false') return undefined;
  refuseTogetherWith(environment, 'shard', 'merge', 'publish-from');
  if (value === 'true') return [];
  return value.split(/[,\s]+/).map((text) => {
    const requirement = parseRequirement(text);
    if (requirement === undefined)
      throw notAllowedError(
        `input '${environment.name}'`,
        text,
        `${REQUIREMENTS_ALLOWED} Or: true, false.`,
      );
    return requirement;
  });
}

/** @throws ConfigError if one of the named inputs is set, too */
export function refuseTogetherWith({ name, input }: Environment, ...names: string[]): void {
  const conflicting = names.find((otherInput) => input(otherInput) !== undefined);
  if (conflicting === undefined) return;
  throw new ConfigError(`\`${name}\` and \`${conflicting}\` exclude each other`, {
    where: `input '${name}'`,
    remedy:
      'A job runs a shard, merges all shards, publishes a report, or proves the gate. Set one of `shard`, `merge`, `publish-from` and `prove`.',
  });
}

export function readWebAddress(source: string, value: string): string {
  const protocol = URL.canParse(value) ? new URL(value).protocol : '';
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw notAllowedError(
      source,
      value,
      'Allowed: a full address such as https://models.example.com/v1.',
    );
  }
  return value;
}

/**
 * Reads a host name. Refuses one that could never match: an address with a path, a pattern within a
 * name, sub-domains of an IP address, port 0.
 */
export function readHost(value: string): string {
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
    throw notAllowedError(
      "input 'allowed-hosts'",
      value,
      'Allowed: host names without https:// and path, one a line: models.example.com, models.example.com:8443, or ' +
        '*.example.com for all its sub-domains.',
    );
  }
  return value;
}

export function readLoopback(value: string): string {
  const url =
    /^[^/\\?#@\s]+:0*[1-9]\d*$/.test(value) && URL.canParse(`http://${value}`)
      ? new URL(`http://${value}`)
      : undefined;
  if (url === undefined || !isLoopback(url)) {
    throw notAllowedError(
      "input 'allow-loopback'",
      value,
      'Allowed: addresses of this machine with their port, one a line: 127.0.0.1:8000, localhost:11434 or [::1]:8080.',
    );
  }
  return value;
}

function notAllowedError(source: string, value: string, remedy: string): ConfigError {
  return new ConfigError(`${quoted(value)} is not allowed`, { where: source, remedy });
}
