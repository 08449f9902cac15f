import type { Writer } from '@platformatic/kafka';
import * as access from './handlers/access.ts';
import * as groups from './handlers/groups.ts';
import * as messages from './handlers/messages.ts';
import * as topics from './handlers/topics.ts';
import { Answer, errors, type Request } from './protocol.ts';
import type { Session } from './session.ts';

/**
 * A call of the protocol.
 *
 * @property versions first and last one that the broker speaks.
 * @property flexible the first version with short lengths and tags.
 */
type Call = Readonly<{
  key: number;
  versions: readonly [number, number];
  flexible: number;
  run: (session: Session, request: Request) => Answer | undefined | Promise<Answer | undefined>;
}>;

const never = 99;

export const apiVersionsKey = 18;
export const handshakeKey = 17;
export const authenticateKey = 36;
/** Calls of a connection before it has logged in. They are answered where connections are. */
const beforeLogin: readonly Omit<Call, 'run'>[] = [
  { key: handshakeKey, versions: [1, 1], flexible: never },
  { key: apiVersionsKey, versions: [0, 3], flexible: 3 },
  { key: authenticateKey, versions: [0, 2], flexible: 2 },
];

/** What kafkajs speaks, and the calls of Portico's port (kafka/). */
const afterLogin: readonly Call[] = [
  { key: 0, versions: [7, 9], flexible: 9, run: messages.produce },
  { key: 1, versions: [11, 12], flexible: 12, run: messages.fetchMessages },
  { key: 2, versions: [3, 7], flexible: 6, run: messages.listOffsets },
  { key: 3, versions: [6, 12], flexible: 9, run: topics.metadata },
  { key: 8, versions: [5, 5], flexible: never, run: groups.commitOffsets },
  { key: 9, versions: [4, 8], flexible: 6, run: groups.fetchOffsets },
  { key: 10, versions: [2, 4], flexible: 3, run: groups.findCoordinator },
  { key: 11, versions: [5, 5], flexible: never, run: groups.joinGroup },
  { key: 12, versions: [3, 3], flexible: never, run: groups.heartbeat },
  { key: 13, versions: [3, 3], flexible: never, run: groups.leaveGroup },
  { key: 14, versions: [3, 3], flexible: never, run: groups.syncGroup },
  { key: 15, versions: [5, 5], flexible: 5, run: groups.describeGroups },
  { key: 16, versions: [4, 4], flexible: 3, run: groups.listGroups },
  { key: 19, versions: [7, 7], flexible: 5, run: topics.createTopics },
  { key: 20, versions: [6, 6], flexible: 4, run: topics.deleteTopics },
  { key: 29, versions: [2, 2], flexible: 2, run: access.describeAcls },
  { key: 30, versions: [2, 2], flexible: 2, run: access.createAcls },
  { key: 31, versions: [2, 2], flexible: 2, run: access.deleteAcls },
  { key: 32, versions: [4, 4], flexible: 4, run: topics.describeConfigs },
  { key: 37, versions: [3, 3], flexible: 2, run: topics.createPartitions },
  { key: 44, versions: [1, 1], flexible: 1, run: topics.alterConfigs },
  { key: 50, versions: [0, 0], flexible: 0, run: access.describeUsers },
  { key: 51, versions: [0, 0], flexible: 0, run: access.alterUsers },
  { key: 60, versions: [0, 0], flexible: 0, run: access.describeCluster },
];

export const callOf = (key: number): (Omit<Call, 'run'> & Partial<Pick<Call, 'run'>>) | undefined =>
  [...afterLogin, ...beforeLogin].find((each) => each.key === key);

/** The levels of `metadata.version`, of which the last is Kafka 4.1. */
const levels = [1, 27] as const;

/** Answers which calls the broker speaks. One that is asked in an unknown version answers in version 0. */
export const apiVersions = (version: number): Writer => {
  const known = version <= 3;
  const spoken = known ? version : 0;
  const answer = new Answer({ flexible: spoken >= 3 });
  answer.int16(known ? errors.none : errors.unsupportedVersion);
  answer.list([...afterLogin, ...beforeLogin], (each, { key, versions: [first, last] }) =>
    each.int16(key).int16(first).int16(last),
  );
  if (spoken >= 1) answer.int32(0);
  if (spoken < 3) return answer.end();
  const features = new Answer({ flexible: true });
  features.list(['metadata.version'], (each, name) => each.text(name).int16(levels[0]).int16(levels[1]));
  // One tag, number 0: the features.
  return answer.writer
    .appendUnsignedVarInt(1)
    .appendUnsignedVarInt(0)
    .appendUnsignedVarInt(features.writer.length)
    .appendFrom(features.writer);
};
