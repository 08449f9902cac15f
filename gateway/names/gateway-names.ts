import type { Installation } from '#domain/installation/installation.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';

/** The tag on every entity of any Portico. An entity without it belongs to somebody else (requirement J5). */
export const porticoTag = 'portico';

/** The noun that an entity on a gateway belongs to: `deployment`, `consumer`. */
export type Owner = string;

/** The owner that an entity's tags tell. `unclaimed`: a Portico made it before installations had ids. */
export type Claim = 'ours' | 'unclaimed' | 'foreign';

/**
 * One generation of a deployment's service, routes and plugins. A change makes the next one beside the one in force
 * (docs/decisions/0095-generations.md). The first has the plain ids, names and tags.
 */
export type Generation = Readonly<{
  /** Returns the id of one of its entities: `('service')`. */
  entityId: (...parts: readonly string[]) => string;
  /** Returns the name of one of its entities. Names are unique on a gateway: from the second on it ends in `.2`. */
  name: (stable: string) => string;
  /** Returns the tags of one of its entities: from the second on with the number and, if there is one, the stable name. */
  tags: (stable?: string) => readonly string[];
}>;

/**
 * Makes the ids, tags and names of one installation's entities on a gateway. Several installations may share a gateway,
 * so the installation's id is part of each. Entities that are older than installation ids keep their ids, groups and
 * names, because a gateway can't rename a service or key without failing calls for a moment. Only their tags change.
 */
export type GatewayNames = Readonly<{
  /**
   * The tag on every entity of this installation, `portico-0a1b2c3d`. Its names on a shared Redis begin with it, too.
   */
  installation: string;
  /** Returns the id of an entity, made from Portico's own id: `('deployment', 12, 'service')`. */
  entityId: (owner: Owner, id: number, ...parts: readonly (string | number)[]) => string;
  /** Returns the id of a deployment's service. Default: of its first generation, which also names its realm. */
  serviceId: (deploymentId: number, generation?: number) => string;
  /** @param number counts from 1. */
  generation: (deploymentId: number, number: number) => Generation;
  /**
   * Returns the id of the anonymous consumer: a caller without a valid credential, where a deployment accepts keys and
   * tokens.
   */
  anonymousId: (deploymentId: number) => string;
  anonymousName: (deploymentId: number) => string;
  /**
   * Returns a name for a deployment's or key's entity that older releases did not make: `portico-0a1b2c3d-canary-12`.
   */
  nameFor: (what: string, id: number) => string;
  consumerId: (consumerId: number) => string;
  consumerName: (consumerId: number) => string;
  /**
   * Returns the id of one credential of a key. `generation` counts from 1. During a rotation the gateway holds two
   * credentials, and reports by this id which one a caller used.
   */
  credentialId: (kind: 'key-auth' | 'oauth2', consumerId: number, generation: number) => string;
  /** Returns the ACL group of the keys that may call a deployment. */
  group: (deploymentId: number) => string;
  /** Returns the ACL group of an organization's keys, where a deployment counts them together. */
  organizationGroup: (organizationId: number) => string;
  /** Returns all tags of a deployment's entities; with a key's id those of the key's entities. */
  tags: (deploymentId: number, consumerId?: number) => readonly string[];
  /**
   * Returns the tags to list a deployment's or key's entities by: its own tag, and the older tag if some may still have
   * it.
   */
  listedBy: (owner: Owner, id: number) => readonly string[];
  claimOf: (tags: readonly string[]) => Claim;
  /** Returns the number in one of our tags, e.g. 12 of `portico-0a1b2c3d-consumer-12`; undefined for any other text. */
  numberIn: (tag: string, owner: Owner) => number | undefined;
  /** Returns the id of the key with a name on the gateway; undefined for a name that is not ours. */
  consumerNamed: (name: string) => number | undefined;
}>;

/** So many ids are remembered, because every call that a gateway reports is compared with several. About 2 MB. */
const mostKnown = 10_000;

const installationTag = /^portico-[0-9a-f]{8}$/;
const consumerTag = /^portico-(?:[0-9a-f]{8}-)?consumer-\d+$/;

/** Returns whether a tag marks an entity of a key, of any installation. */
export const isConsumerTag = (tag: string): boolean => consumerTag.test(tag);

const generationTag = /^portico-[0-9a-f]{8}-generation-(\d{1,9})$/;

/** Returns the generation that an entity's tags tell: 1 without one. */
export const generationIn = (tags: readonly string[]): number =>
  Number(tags.map((tag) => generationTag.exec(tag)?.[1]).find((number) => number !== undefined) ?? 1);

/** Returns the name of an entity without the number of its generation. */
export const stableName = (name: string, generation: number): string =>
  generation > 1 && name.endsWith(`.${generation}`) ? name.slice(0, -`.${generation}`.length) : name;

const plainName = (owner: string, id: number): string => `portico-${owner}-${id}`;

/** Returns the number at the end of a text, if `written` makes the same text of that number. */
const numberOf = (text: string, written: (id: number) => string): number | undefined => {
  const id = Number(/-(\d{1,10})$/.exec(text)?.[1]);
  return Number.isSafeInteger(id) && id <= 2_147_483_647 && written(id) === text ? id : undefined;
};

export const createGatewayNames = ({ installationId, takenOver }: Installation): GatewayNames => {
  const ownTag = `${porticoTag}-${installationId.slice(0, 8)}`;
  const isTakenOver = (owner: Owner, id: number) =>
    (owner === 'deployment' || owner === 'consumer') && id > 0 && id <= takenOver[owner];
  const known = new Map<string, string>();
  const entityId: GatewayNames['entityId'] = (owner, id, ...parts) => {
    const own = [owner, id, ...parts];
    const place = (isTakenOver(owner, id) ? own : [installationId, ...own]).join('/');
    const made = known.get(place) ?? uuidV5(porticoNamespace, place);
    if (known.size >= mostKnown) known.clear();
    known.set(place, made);
    return made;
  };
  const nameFor = (what: string, id: number) => `${ownTag}-${what}-${id}`;
  const name = (owner: Owner, id: number) => (isTakenOver(owner, id) ? plainName(owner, id) : nameFor(owner, id));
  const consumerName = (consumerId: number) => name('consumer', consumerId);
  const tags = (deploymentId: number, consumerId?: number) => [
    porticoTag,
    ownTag,
    nameFor('deployment', deploymentId),
    ...(consumerId === undefined ? [] : [nameFor('consumer', consumerId)]),
  ];
  const generation = (deploymentId: number, number: number): Generation => {
    const own = nameFor('generation', number);
    return number === 1
      ? {
          entityId: (...parts) => entityId('deployment', deploymentId, ...parts),
          name: (stable) => stable,
          tags: () => tags(deploymentId),
        }
      : {
          entityId: (...parts) => entityId('deployment', deploymentId, ...parts, own),
          name: (stable) => `${stable}.${number}`,
          tags: (stable) => [...tags(deploymentId), own, ...(stable === undefined ? [] : [stable])],
        };
  };
  return {
    installation: ownTag,
    entityId,
    serviceId: (deploymentId, number = 1) => generation(deploymentId, number).entityId('service'),
    generation,
    anonymousId: (deploymentId) => entityId('deployment', deploymentId, 'anonymous'),
    anonymousName: (deploymentId) =>
      isTakenOver('deployment', deploymentId)
        ? plainName('anonymous', deploymentId)
        : nameFor('anonymous', deploymentId),
    nameFor,
    consumerId: (consumerId) => entityId('consumer', consumerId, 'consumer'),
    consumerName,
    credentialId: (kind, consumerId, generation) =>
      generation === 1 ? entityId('consumer', consumerId, kind) : entityId('consumer', consumerId, kind, generation),
    group: (deploymentId) => name('deployment', deploymentId),
    organizationGroup: (organizationId) => nameFor('organization', organizationId),
    tags,
    listedBy: (owner, id) => [nameFor(owner, id), ...(isTakenOver(owner, id) ? [plainName(owner, id)] : [])],
    claimOf: (tags) => {
      if (!tags.includes(porticoTag)) return 'foreign';
      if (tags.includes(ownTag)) return 'ours';
      return tags.some((each) => installationTag.test(each)) ? 'foreign' : 'unclaimed';
    },
    numberIn: (text, owner) =>
      numberOf(text, (id) => nameFor(owner, id)) ??
      numberOf(text, (id) => (isTakenOver(owner, id) ? plainName(owner, id) : '')),
    consumerNamed: (text) => numberOf(text, consumerName),
  };
};
