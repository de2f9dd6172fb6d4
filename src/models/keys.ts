import { ConfigError } from '../errors.js';
import { enumerate } from '../language/enumerate.js';
import { quoted } from '../json.js';
import { keySectionOf, originOf } from './http/endpoint.js';
import { isNamedByWorkflow, isOwnHost, trustOf } from './http/host-trust.js';
import { variablesIn } from './http/headers.js';
import { hubNamed } from './hubs/registry.js';
import {
  KEY_INPUTS,
  type ByHub,
  type Connection,
  type Grant,
  type Place,
  type Section,
  type Settings,
} from './settings.js';

/** Keys of inputs, by section. */
export type SectionKeys = Partial<Record<Section, string | undefined>>;

interface KeyFacts {
  connection: Omit<Connection, 'grantAt' | 'secrets'>;
  inputs: SectionKeys;
  /** Keys of the environment. */
  hubKeys: ByHub;
  /** The sections that a run asks, the model first. */
  asked: readonly Settings[];
  /** The sections at the base. Undefined without a base: the places of `asked` then count. */
  reviewed: readonly Settings[] | 'unreadable' | undefined;
  /** The input `hub`. */
  namedHub: string | undefined;
}

interface ReviewedPlace extends Place {
  /** Names of the variables in its headers. */
  variables: readonly string[];
}

/**
 * Owns which key goes to which address. A key never goes to another origin than that of its own
 * section, and the base's configuration or the workflow names that origin.
 */
export class KeyRing {
  private readonly facts: KeyFacts;
  private readonly asked: readonly Place[];
  private readonly reviewed: readonly ReviewedPlace[];
  private readonly model: Place | undefined;

  /** @throws ConfigError for the key of a section that is at several origins */
  constructor(facts: KeyFacts) {
    this.facts = facts;
    this.asked = facts.asked.flatMap((settings) => this.placeOf(settings) ?? []);
    this.reviewed = this.reviewedPlaces(facts.reviewed);
    this.model = this.asked.find(({ section }) => section === 'model');
    this.refuseScattered('judge');
  }

  /** Returns the key and the variables that a section may send to an address. */
  grantAt(place: Place): Grant {
    const { inputs, hubKeys, connection } = this.facts;
    const names = Object.keys(connection.variables ?? {});
    const hasSecret =
      names.length > 0 || inputs[place.section] !== undefined || hubKeys[place.hub] !== undefined;
    const isOfBase = place.section === 'model' && !(this.model && isSame(this.model, place));
    return {
      key: isOfBase ? this.keyOfBase(place) : this.keyAt(place),
      owner: this.ownerOf(place),
      variables: names.filter((name) => this.maySend(name, place)),
      isWithheld: hasSecret && !this.isReviewed(place),
    };
  }

  private keyAt(place: Place): string | undefined {
    const own = this.mayTakeInput(place) ? this.facts.inputs[place.section] : undefined;
    return own ?? this.inheritedKey(place) ?? this.hubKeyAt(place);
  }

  private ownerOf({ section, hub, origin }: Place): Section {
    const isAtModel = this.model?.hub === hub && this.model.origin === origin;
    return isAtModel && this.facts.inputs[section] === undefined ? 'model' : section;
  }

  private mayTakeInput(place: Place): boolean {
    if (!this.isReviewed(place)) return false;
    const isAtModel = place.origin === this.model?.origin;
    return (
      place.section === 'model' || !isAtModel || this.originsBesideModel(place.section).length === 0
    );
  }

  /** The model's key, for another section at the model's origin. */
  private inheritedKey(place: Place): string | undefined {
    const { model } = this;
    if (place.section === 'model' || place.origin !== model?.origin) return undefined;
    // Another hub may send other requests with the key.
    return place.hub === model.hub || this.isReviewed(place) ? this.keyAt(model) : undefined;
  }

  /** The key of the hub's variable. The model may send it wherever a key may go. */
  private hubKeyAt(place: Place): string | undefined {
    const key = this.facts.hubKeys[place.hub];
    if (key === undefined || this.isHome(place)) return key;
    if (!this.isReviewed(place)) return undefined;
    if (place.section === 'model') return key;
    return this.isNamed(place) && !this.isUsedElsewhere(key, place) ? key : undefined;
  }

  /** The base's model in a comparison gets its hub's variable, and never the key of the head. */
  private keyOfBase(place: Place): string | undefined {
    const key = this.facts.hubKeys[place.hub];
    if (key === undefined) return undefined;
    const { model } = this;
    if (this.isHome(place)) {
      const isHeadAtHome = model?.hub === place.hub && this.isHome(model);
      const isHeads = model !== undefined && this.keyAt(model) === key;
      return isHeads && !isHeadAtHome ? undefined : key;
    }
    return this.isNamed(place) && !this.isUsedElsewhere(key, place) ? key : undefined;
  }

  /** True if the section may send its key there: the base or the workflow names the place. */
  private isReviewed(place: Place): boolean {
    if (this.facts.reviewed === undefined || this.isNamedForModel(place)) return true;
    if (this.facts.reviewed === 'unreadable') return this.isOnlyAddress(place);
    return this.reviewed.some((other) => isSame(other, place));
  }

  /** True if the workflow allows no other address, so that the head cannot choose one. */
  private isOnlyAddress(place: Place): boolean {
    const { allowedHosts, allowLoopback = [] } = this.facts.connection;
    const entries = [...allowedHosts, ...allowLoopback];
    if (entries.length === 0) return this.isHome(place);
    const isWide = entries.length > 1 || entries.some((entry) => entry.startsWith('*'));
    return !isWide && this.isNamed(place);
  }

  /** True if the inputs `base-url` or `hub` say that the model is asked there. */
  private isNamedForModel({ section, hub, origin }: Place): boolean {
    const { connection, namedHub } = this.facts;
    if (section !== 'model') return false;
    if (connection.baseUrl !== undefined) return new URL(connection.baseUrl).origin === origin;
    return namedHub === hub && isOwnHost(new URL(origin), hubNamed(hub));
  }

  /** A variable goes to the places in whose headers the base's configuration has it. */
  private maySend(variable: string, place: Place): boolean {
    const users = this.reviewed.filter(({ variables }) => variables.includes(variable));
    if (users.length === 0) return this.isReviewed(place);
    return users.some(
      (user) =>
        isSame(user, place) || (user.section === place.section && this.isNamedForModel(place)),
    );
  }

  /** True for the hub's own hosts and the address of its endpoint variable. */
  private isHome({ hub, origin }: Place): boolean {
    const endpoint = this.facts.connection.endpoints?.[hub];
    const isEndpoint = endpoint !== undefined && new URL(endpoint).origin === origin;
    return isEndpoint || isOwnHost(new URL(origin), hubNamed(hub));
  }

  /** True for an address in `allowed-hosts` or `allow-loopback`. */
  private isNamed({ hub, origin }: Place): boolean {
    return isNamedByWorkflow(new URL(origin), trustOf(hubNamed(hub), this.facts.connection));
  }

  /** True if a section at another origin uses this key. */
  private isUsedElsewhere(key: string, place: Place): boolean {
    const { inputs, hubKeys } = this.facts;
    return this.asked.some(
      ({ section, hub, origin }) =>
        origin !== place.origin && (inputs[section] ?? hubKeys[hub]) === key,
    );
  }

  private originsBesideModel(section: Section): string[] {
    const places = this.asked.filter((place) => place.section === section);
    const origins = new Set(places.map(({ origin }) => origin));
    origins.delete(this.model?.origin ?? '');
    return [...origins];
  }

  private refuseScattered(section: Section): void {
    const origins = this.originsBesideModel(section);
    if (this.facts.inputs[section] === undefined || origins.length < 2) return;
    const message = `The key of the section \`${section}\` belongs to one address, and the configuration has ${enumerate(origins.map((origin) => quoted(origin)))}.`;
    throw new ConfigError(message, {
      where: `input '${KEY_INPUTS[section]}'`,
      remedy: `Put every \`${section}\` at one address, or leave the input out and set the variables of the hubs.`,
    });
  }

  private reviewedPlaces(reviewed: KeyFacts['reviewed']): ReviewedPlace[] {
    if (reviewed === undefined || reviewed === 'unreadable') return [];
    return reviewed.flatMap((settings) => {
      const place = this.placeOf(settings);
      const headers = Object.values(settings.headers ?? {});
      return place ? { ...place, variables: headers.flatMap(variablesIn) } : [];
    });
  }

  private placeOf(settings: Settings): Place | undefined {
    const hub = hubNamed(settings.hub);
    const origin = hub.isLocal ? undefined : originOf(hub, settings, this.facts.connection);
    return origin === undefined
      ? undefined
      : { section: keySectionOf(settings), hub: hub.name, origin };
  }
}

function isSame(a: Place, b: Place): boolean {
  return a.section === b.section && a.hub === b.hub && a.origin === b.origin;
}
