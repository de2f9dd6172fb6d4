import { ConfigError } from '../errors.ts';
import { enumerate } from '../language/enumerate.ts';
import { quoted } from '../json.ts';
import { keySectionOf, originOf } from './http/endpoint.ts';
import { isNamedByWorkflow, isOwnHost, trustOf } from './http/host-trust.ts';
import { variablesIn } from './http/headers.ts';
import { hubNamed } from './hubs/registry.ts';
import type { HubValues, Connection } from './connection.ts';
import { KEY_INPUTS, type KeyGrant, type SectionAddress } from './key-grants.ts';
import type { Section, Settings } from './settings.ts';

/** Keys of inputs, by section. */
export type SectionKeys = Partial<Record<Section, string | undefined>>;

interface KeyRingOptions {
  connection: Omit<Connection, 'grantAt' | 'secrets'>;
  inputs: SectionKeys;
  /** Keys of the environment. */
  hubKeys: HubValues;
  /** Settings of the sections that a run asks. Those of the model come first. */
  sections: readonly Settings[];
  /** The sections at the base. Without a base, every section counts as reviewed. */
  reviewed: readonly Settings[] | 'unreadable' | undefined;
  /** The input `hub`. */
  namedHub: string | undefined;
}

interface ReviewedAddress extends SectionAddress {
  /** Names of the variables in its headers. */
  variables: readonly string[];
}

/**
 * Owns which key goes to which address. A key never goes to another origin than that of its own
 * section, and the base's configuration or the workflow names that origin.
 */
export class KeyRing {
  private readonly options: KeyRingOptions;
  private readonly addresses: readonly SectionAddress[];
  private readonly reviewed: readonly ReviewedAddress[];
  private readonly model: SectionAddress | undefined;

  /** @throws ConfigError for the key of a section that is at several origins */
  constructor(options: KeyRingOptions) {
    this.options = options;
    this.addresses = options.sections.flatMap((settings) => this.addressOf(settings) ?? []);
    this.reviewed = this.reviewedAddresses(options.reviewed);
    this.model = this.addresses.find(({ section }) => section === 'model');
    this.refuseScatteredJudges();
  }

  /** Returns the key and the variables that a section may send to an address. */
  grantAt(address: SectionAddress): KeyGrant {
    const { inputs, hubKeys, connection } = this.options;
    const names = Object.keys(connection.variables ?? {});
    const hasSecret =
      names.length > 0 ||
      inputs[address.section] !== undefined ||
      hubKeys[address.hub] !== undefined;
    const isOfBase = address.section === 'model' && !(this.model && isSame(this.model, address));
    return {
      key: isOfBase ? this.keyOfBase(address) : this.keyAt(address),
      owner: this.ownerOf(address),
      variables: names.filter((name) => this.maySend(name, address)),
      isWithheld: hasSecret && !this.isReviewed(address),
    };
  }

  private keyAt(address: SectionAddress): string | undefined {
    const inputKey = this.mayTakeInput(address) ? this.options.inputs[address.section] : undefined;
    return inputKey ?? this.inheritedKey(address) ?? this.hubKeyAt(address);
  }

  private ownerOf({ section, hub, origin }: SectionAddress): Section {
    const isAtModel = this.model?.hub === hub && this.model.origin === origin;
    return isAtModel && this.options.inputs[section] === undefined ? 'model' : section;
  }

  private mayTakeInput(address: SectionAddress): boolean {
    if (!this.isReviewed(address)) return false;
    const isAtModel = address.origin === this.model?.origin;
    return (
      address.section === 'model' ||
      !isAtModel ||
      this.originsBesideModel(address.section).length === 0
    );
  }

  /** Returns the model's key, for another section at the model's origin. */
  private inheritedKey(address: SectionAddress): string | undefined {
    const { model } = this;
    if (address.section === 'model' || address.origin !== model?.origin) return undefined;
    // Another hub may send other requests with the key.
    return address.hub === model.hub || this.isReviewed(address) ? this.keyAt(model) : undefined;
  }

  /** Returns the key of the hub's variable. The model may send it wherever a key may go. */
  private hubKeyAt(address: SectionAddress): string | undefined {
    const key = this.options.hubKeys[address.hub];
    if (key === undefined || this.isHome(address)) return key;
    if (!this.isReviewed(address)) return undefined;
    if (address.section === 'model') return key;
    return this.isNamed(address) && !this.isUsedElsewhere(key, address) ? key : undefined;
  }

  /** The base's model in a comparison gets its hub's variable, and never the key of the head. */
  private keyOfBase(address: SectionAddress): string | undefined {
    const key = this.options.hubKeys[address.hub];
    if (key === undefined) return undefined;
    const { model } = this;
    if (this.isHome(address)) {
      const isHeadAtHome = model?.hub === address.hub && this.isHome(model);
      const isHeads = model !== undefined && this.keyAt(model) === key;
      return isHeads && !isHeadAtHome ? undefined : key;
    }
    return this.isNamed(address) && !this.isUsedElsewhere(key, address) ? key : undefined;
  }

  /** True if the section may send its key there: the base or the workflow names the address. */
  private isReviewed(address: SectionAddress): boolean {
    if (this.options.reviewed === undefined || this.isNamedForModel(address)) return true;
    if (this.options.reviewed === 'unreadable') return this.isOnlyAddress(address);
    return this.reviewed.some((reviewed) => isSame(reviewed, address));
  }

  /** True if the workflow allows no other address, so that the head cannot choose one. */
  private isOnlyAddress(address: SectionAddress): boolean {
    const { allowedHosts, allowLoopback = [] } = this.options.connection;
    const entries = [...allowedHosts, ...allowLoopback];
    if (entries.length === 0) return this.isHome(address);
    const isWide = entries.length > 1 || entries.some((entry) => entry.startsWith('*'));
    return !isWide && this.isNamed(address);
  }

  /** True if the inputs `base-url` or `hub` say that the model is asked there. */
  private isNamedForModel({ section, hub, origin }: SectionAddress): boolean {
    const { connection, namedHub } = this.options;
    if (section !== 'model') return false;
    if (connection.baseUrl !== undefined) return new URL(connection.baseUrl).origin === origin;
    return namedHub === hub && isOwnHost(new URL(origin), hubNamed(hub));
  }

  /** A variable goes to the addresses in whose headers the base's configuration has it. */
  private maySend(variable: string, address: SectionAddress): boolean {
    const users = this.reviewed.filter(({ variables }) => variables.includes(variable));
    if (users.length === 0) return this.isReviewed(address);
    return users.some(
      (user) =>
        isSame(user, address) ||
        (user.section === address.section && this.isNamedForModel(address)),
    );
  }

  /** True for the hub's own hosts and the address of its endpoint variable. */
  private isHome({ hub, origin }: SectionAddress): boolean {
    const endpoint = this.options.connection.endpoints?.[hub];
    const isEndpoint = endpoint !== undefined && new URL(endpoint).origin === origin;
    return isEndpoint || isOwnHost(new URL(origin), hubNamed(hub));
  }

  /** True for an address in `allowed-hosts` or `allow-loopback`. */
  private isNamed({ hub, origin }: SectionAddress): boolean {
    return isNamedByWorkflow(new URL(origin), trustOf(hubNamed(hub), this.options.connection));
  }

  /** True if a section at another origin uses this key. */
  private isUsedElsewhere(key: string, address: SectionAddress): boolean {
    const { inputs, hubKeys } = this.options;
    return this.addresses.some(
      ({ section, hub, origin }) =>
        origin !== address.origin && (inputs[section] ?? hubKeys[hub]) === key,
    );
  }

  private originsBesideModel(section: Section): string[] {
    const addresses = this.addresses.filter((address) => address.section === section);
    const origins = new Set(addresses.map(({ origin }) => origin));
    origins.delete(this.model?.origin ?? '');
    return [...origins];
  }

  private refuseScatteredJudges(): void {
    const origins = this.originsBesideModel('judge');
    if (this.options.inputs.judge === undefined || origins.length < 2) return;
    const addresses = enumerate(origins.map((origin) => quoted(origin)));
    const message = `The key of the section \`judge\` belongs to one address, and the configuration has ${addresses}.`;
    throw new ConfigError(message, {
      where: `input '${KEY_INPUTS.judge}'`,
      remedy:
        'Put every `judge` at one address, or leave the input out and set the variables of the hubs.',
    });
  }

  private reviewedAddresses(reviewed: KeyRingOptions['reviewed']): ReviewedAddress[] {
    if (reviewed === undefined || reviewed === 'unreadable') return [];
    return reviewed.flatMap((settings) => {
      const address = this.addressOf(settings);
      const headers = Object.values(settings.headers ?? {});
      return address ? { ...address, variables: headers.flatMap(variablesIn) } : [];
    });
  }

  private addressOf(settings: Settings): SectionAddress | undefined {
    const hub = hubNamed(settings.hub);
    const origin = hub.isLocal ? undefined : originOf(hub, settings, this.options.connection);
    if (origin === undefined) return undefined;
    return { section: keySectionOf(settings), hub: hub.name, origin };
  }
}

function isSame(a: SectionAddress, b: SectionAddress): boolean {
  return a.section === b.section && a.hub === b.hub && a.origin === b.origin;
}
