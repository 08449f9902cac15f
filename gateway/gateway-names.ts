import type { Installation } from '#domain/installation/installation.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';

/** On everything that any Portico makes on a gateway; what lacks it is somebody else's (requirement J5). */
export const porticoTag = 'portico';

/** What owns things on a gateway: a deployment, or a key of one. */
export type Owner = 'deployment' | 'consumer';

/** Whose an entity is by its tags; `unclaimed`: of a Portico that had no id yet when it made it. */
export type Claim = 'ours' | 'unclaimed' | 'foreign';

/**
 * How one installation calls its things on a gateway. Several installations may share one gateway, so that its id is
 * in every id, tag, group and name. What was there before it had an id keeps ids, groups and names, because a gateway
 * can't rename a service or key without a moment when calls fail; only its tags become the new ones.
 */
export type GatewayNames = Readonly<{
  /** The tag on everything of this installation, `portico-0a1b2c3d`; what it has on a shared Redis begins with it too. */
  installation: string;
  /** The id of an entity, made from Portico's own: `('deployment', 12, 'service')`. */
  entityId: (owner: Owner, id: number, ...parts: readonly (string | number)[]) => string;
  serviceId: (deploymentId: number) => string;
  /** Whom the gateway takes a caller without a valid credential for, where a deployment takes keys and tokens. */
  anonymousId: (deploymentId: number) => string;
  anonymousName: (deploymentId: number) => string;
  /** A name for something of a deployment or key that was never made under another: `portico-0a1b2c3d-canary-12`. */
  nameFor: (what: string, id: number) => string;
  consumerId: (consumerId: number) => string;
  consumerName: (consumerId: number) => string;
  /**
   * One credential of a key. `generation` counts them from 1: while a key is rotated the gateway holds two, and
   * reports under this id which of them was used.
   */
  credentialId: (kind: 'key-auth' | 'oauth2', consumerId: number, generation: number) => string;
  /** The ACL group of those who may call a deployment. */
  group: (deploymentId: number) => string;
  /** All tags of what a deployment has, or with a key's number of what that key has. */
  tags: (deploymentId: number, consumerId?: number) => readonly string[];
  /** What the things of a deployment, or of one key, are listed by: its tag, and the one from before if it may have that. */
  listedBy: (owner: Owner, id: number) => readonly string[];
  claimOf: (tags: readonly string[]) => Claim;
  /** The number in one of our tags, e.g. 12 of `portico-0a1b2c3d-consumer-12`; undefined in anything else. */
  numberIn: (tag: string, owner: Owner) => number | undefined;
  /** The number of the key that has a name on the gateway; undefined for a name that is none of ours. */
  consumerNamed: (name: string) => number | undefined;
}>;

const installationTag = /^portico-[0-9a-f]{8}$/;
const consumerTag = /^portico-(?:[0-9a-f]{8}-)?consumer-\d+$/;

/** Whether a tag says that something is a key's, of whatever installation. */
export const isConsumerTag = (tag: string): boolean => consumerTag.test(tag);

const plainName = (owner: string, id: number): string => `portico-${owner}-${id}`;

/** The number at the end of a text, if the text is what that number is written as. */
const numberOf = (text: string, written: (id: number) => string): number | undefined => {
  const id = Number(/-(\d{1,10})$/.exec(text)?.[1]);
  return Number.isSafeInteger(id) && id <= 2_147_483_647 && written(id) === text ? id : undefined;
};

export const createGatewayNames = ({ installationId, takenOver }: Installation): GatewayNames => {
  const ownTag = `${porticoTag}-${installationId.slice(0, 8)}`;
  const isTakenOver = (owner: Owner, id: number) => id > 0 && id <= takenOver[owner];
  const entityId: GatewayNames['entityId'] = (owner, id, ...parts) => {
    const own = [owner, id, ...parts];
    return uuidV5(porticoNamespace, (isTakenOver(owner, id) ? own : [installationId, ...own]).join('/'));
  };
  const nameFor = (what: string, id: number) => `${ownTag}-${what}-${id}`;
  const name = (owner: Owner, id: number) => (isTakenOver(owner, id) ? plainName(owner, id) : nameFor(owner, id));
  const consumerName = (consumerId: number) => name('consumer', consumerId);
  return {
    installation: ownTag,
    entityId,
    serviceId: (deploymentId) => entityId('deployment', deploymentId, 'service'),
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
    tags: (deploymentId, consumerId) => [
      porticoTag,
      ownTag,
      nameFor('deployment', deploymentId),
      ...(consumerId === undefined ? [] : [nameFor('consumer', consumerId)]),
    ],
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
