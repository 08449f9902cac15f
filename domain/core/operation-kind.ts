import type { Environment } from './environment.ts';
import type { Event } from './event.ts';
import { streamOf } from './id.ts';

/** Kinds of resource. A resource is outside Portico, holds what Portico makes, and can be away. */
const resourceKinds = ['gateway', 'kafka'] as const;
export type ResourceKind = (typeof resourceKinds)[number];
/** The name of a resource: `gateway-1`. */
export type Resource = `${ResourceKind}-${number}`;

export const gatewayNamed = (id: number): Resource => `gateway-${id}`;
/** @param id of the resource that has the brokers of an environment. */
export const kafkaNamed = (id: number): Resource => `kafka-${id}`;

/** Reads the name of a resource. @throws when it is of a kind that this release does not know. */
export const readResource = (name: string): { kind: ResourceKind; id: number } => {
  const [, text, id] = /^(.+)-(\d+)$/.exec(name) ?? [];
  const kind = resourceKinds.find((each) => each === text);
  if (!kind) throw new Error(`${name} is no resource`);
  return { kind, id: Number(id) };
};

/**
 * What an operation is about.
 *
 * @property noun  `consumer`.
 * @property id    as in the name of its stream.
 * @property place what of it stands at a resource: `deployment-8`, for a deployment and for its keys. One operation at a time
 *   works at a place. Absent: the operation changes nothing at a resource.
 */
export type OperationSubject = Readonly<{ noun: string; id: string; place?: string }>;
export type PlacedSubject = OperationSubject & Readonly<{ place: string }>;

export const about = (noun: string, id: number | string): OperationSubject => ({ noun, id: String(id) });

/** @param place default: the subject itself. */
export const aboutAt = (noun: string, id: number | string, place: string = streamOf(noun, id)): PlacedSubject => ({
  ...about(noun, id),
  place,
});

/** `about` is a method, so that a kind fits into a list of all: its own event has more fields than any. */
type Placed<Data> = Readonly<{ at: ResourceKind }> & { about(data: Data): PlacedSubject };
type Unplaced<Data> = Readonly<{ at?: never }> & { about(data: Data): OperationSubject };

/**
 * A kind of operation, in `domain/<noun>/operations.ts`.
 *
 * @property requestedBy the type of the event that requests it. Its data have an `operationId`.
 * @property at      the kind of resource that it changes. Absent: none.
 * @property about   returns what it is about.
 * @property removal whether it takes something away. People were told that it is gone. So a removal is never given up,
 *   whatever the resource responds, and it goes before all other operations that wait for the same resource.
 * @property lasting whether it is never given up either, though it takes nothing away. Default: only removals are not.
 * @property rank    among others at the same place; the highest goes first. Default: 1 for a removal, which may have to wait
 *   for the gateway, and 0 for all others. Ending a key is quick and has rank 2.
 * @property ownStream the noun of the request's stream, which has the operation's id. Default: the stream of the subject.
 * @property cancellable whether support may cancel it. Its noun then has an outcome for a request that came to nothing. What is wanted of
 *   every other noun stays wanted, so the portal would bring it about all the same. Never of a removal or a protection.
 * @property takesBack whether a failure for good takes back what was done until then, or says that it could not.
 * @property quiet   nobody is told when it fails, and later that it is done after all.
 * @property title   returns what the operation is called. Default: as its place, or its subject.
 */
export type KindOfOperation<Type extends string = string, Data = Readonly<Record<string, unknown>>> = Readonly<{
  requestedBy: Type;
  removal?: true;
  lasting?: true;
  cancellable?: true;
  takesBack?: true;
  rank?: number;
  quiet?: true;
  ownStream?: string;
}> & { title?(data: Data): string } & (Placed<Data> | Unplaced<Data>);

/** The kinds of operation that the events of a noun request. */
export type OperationsOf<E extends Event> = Readonly<
  Record<string, { [Type in E['type']]: KindOfOperation<Type, Extract<E, { type: Type }>['data']> }[E['type']]>
>;

/**
 * What operations show of the things that they are about.
 *
 * @property organizationId whose it is.
 */
export type SubjectName = Readonly<{
  id: number | string;
  name?: string;
  environment?: Environment;
  resource?: Resource;
  organizationId?: number;
  applicationId?: number | null;
}>;

/** How the events of a noun change what its things are called. What is left out stays as it is. */
export type SubjectNamesOf<E extends Event> = {
  readonly [Type in E['type']]?: (data: Extract<E, { type: Type }>['data']) => SubjectName;
};
