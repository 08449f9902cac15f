import type { BrokerState } from '../broker-state.ts';
import { Group } from '../groups.ts';
import { Answer, bytes, errors, list, plain, type Request, text } from '../protocol.ts';
import { may, nodeId, Operations, type Session } from '../session.ts';

const known = new WeakMap<BrokerState, Map<string, Group>>();
const groupsOf = (state: BrokerState): Map<string, Group> => {
  const groups = known.get(state) ?? new Map<string, Group>();
  known.set(state, groups);
  return groups;
};

const groupOf = ({ state }: Session, name: string): Group => {
  const group = groupsOf(state).get(name) ?? new Group();
  groupsOf(state).set(name, group);
  return group;
};

const mayRead = (session: Session, group: string): boolean => may(session, 'group', group, Operations.READ);

export const findCoordinator = (session: Session, request: Request): Answer => {
  const { reader, version } = request;
  const { host, port } = session;
  const codeOf = (group: string) =>
    may(session, 'group', group, Operations.DESCRIBE) ? errors.none : errors.groupDenied;
  if (version >= 4) {
    reader.readInt8();
    const keys = plain(request, () => text(request)) ?? [];
    return new Answer(request)
      .int32(0)
      .list(keys, (each, key) => each.text(key).int32(nodeId).text(host).int32(port).int16(codeOf(key)).text(null));
  }
  const key = text(request);
  return new Answer(request).int32(0).int16(codeOf(key)).text(null).int32(nodeId).text(host).int32(port);
};

export const joinGroup = async (session: Session, request: Request): Promise<Answer> => {
  const { reader } = request;
  const [name, sessionTimeout] = [text(request), reader.readInt32()];
  reader.readInt32();
  const memberId = text(request);
  text(request);
  const protocolType = text(request);
  const protocols = list(request, () => ({ name: text(request), metadata: bytes(request) }));
  const answer = new Answer(request).int32(0);
  if (!mayRead(session, name))
    return answer
      .int16(errors.groupDenied)
      .int32(-1)
      .text('')
      .text('')
      .text(memberId)
      .list([], () => {});
  const group = groupOf(session, name);
  group.protocolType = protocolType;
  const joined = await group.join({ memberId, clientId: request.clientId, sessionTimeout, protocols });
  return answer
    .int16(joined.code)
    .int32(joined.generation)
    .text(joined.protocol)
    .text(joined.leader)
    .text(joined.memberId)
    .list(joined.members, (each, { id, metadata }) => each.text(id).text(null).bytes(metadata));
};

export const syncGroup = async (session: Session, request: Request): Promise<Answer> => {
  const [name, generation, memberId] = [text(request), request.reader.readInt32(), text(request)];
  text(request);
  const assignments = new Map(list(request, () => [text(request), bytes(request)] as const));
  const found = mayRead(session, name)
    ? await groupOf(session, name).sync(memberId, generation, assignments)
    : errors.groupDenied;
  const [code, assignment] = typeof found === 'number' ? [found, Buffer.alloc(0)] : [errors.none, found];
  return new Answer(request).int32(0).int16(code).bytes(assignment);
};

export const heartbeat = (session: Session, request: Request): Answer => {
  const [name, generation, memberId] = [text(request), request.reader.readInt32(), text(request)];
  const code = mayRead(session, name) ? groupOf(session, name).problemOf(memberId, generation) : errors.groupDenied;
  return new Answer(request).int32(0).int16(code);
};

export const leaveGroup = (session: Session, request: Request): Answer => {
  const name = text(request);
  const leaving = list(request, () => [text(request), text(request)][0] ?? '');
  return new Answer(request)
    .int32(0)
    .int16(errors.none)
    .list(leaving, (each, id) =>
      each
        .text(id)
        .text(null)
        .int16(mayRead(session, name) ? groupOf(session, name).leave(id) : errors.groupDenied),
    );
};

export const describeGroups = (session: Session, request: Request): Answer => {
  const names = plain(request, () => text(request)) ?? [];
  return new Answer(request).int32(0).list(names, (each, name) => {
    const isAllowed = may(session, 'group', name, Operations.DESCRIBE);
    const group = isAllowed ? groupsOf(session.state).get(name) : undefined;
    const hasOffsets = isAllowed && name in session.state.offsets;
    each.int16(isAllowed ? errors.none : errors.groupDenied).text(name);
    each
      .text(group?.state ?? (hasOffsets ? 'Empty' : 'Dead'))
      .text(group?.protocolType ?? '')
      .text('');
    each.list([...(group?.members.values() ?? [])], (one, { id, clientId, metadata, assignment }) => {
      one.text(id).text(null).text(clientId).text('/127.0.0.1').bytes(metadata).bytes(assignment);
    });
    each.int32(-2_147_483_648);
  });
};

export const listGroups = (session: Session, request: Request): Answer => {
  const states = plain(request, () => text(request)) ?? [];
  const groups = groupsOf(session.state);
  const found = [...new Set([...groups.keys(), ...Object.keys(session.state.offsets)])]
    .filter((name) => may(session, 'group', name, Operations.DESCRIBE))
    .map((name) => ({ name, state: groups.get(name)?.state ?? 'Empty', type: groups.get(name)?.protocolType ?? '' }))
    .filter((each) => states.length === 0 || states.includes(each.state));
  return new Answer(request)
    .int32(0)
    .int16(errors.none)
    .list(found, (each, group) => each.text(group.name).text(group.type).text(group.state));
};

export const commitOffsets = (session: Session, request: Request): Answer => {
  const { reader } = request;
  const [name, generation, memberId] = [text(request), reader.readInt32(), text(request)];
  const topics = list(request, () => ({
    topic: text(request),
    partitions: list(request, () => ({
      index: reader.readInt32(),
      offset: String(reader.readInt64()),
      metadata: text(request),
    })),
  }));
  const { state } = session;
  const group = mayRead(session, name) ? groupOf(session, name) : undefined;
  const problem = group?.problemOf(memberId, generation) ?? errors.groupDenied;
  // Who joins again may still say how far it has read.
  const refused = problem === errors.rebalanceInProgress ? errors.none : problem;
  const answer = new Answer(request).int32(0).list(topics, (each, { topic, partitions }) => {
    const code = refused || (may(session, 'topic', topic, Operations.READ) ? errors.none : errors.topicDenied);
    each.text(topic).list(partitions, (one, { index, offset, metadata }) => {
      if (code === errors.none) {
        state.offsets[name] ??= {};
        state.offsets[name][`${topic}:${index}`] = { offset, metadata };
      }
      one.int32(index).int16(code);
    });
  });
  state.save();
  return answer;
};

type Asked = Readonly<{
  group: string;
  topics: readonly Readonly<{ name: string; partitions: readonly number[] }>[] | null;
}>;

const readAsked = (request: Request): Asked => {
  const { reader, flexible } = request;
  const group = text(request);
  const topics = reader.readNullableArray(
    () => ({ name: text(request), partitions: plain(request, () => reader.readInt32()) ?? [] }),
    flexible,
    flexible,
  );
  return { group, topics };
};

/** Returns the topics that are asked for; without names those that the group has read. */
const topicsIn = ({ state }: Session, { group, topics }: Asked): NonNullable<Asked['topics']> => {
  if (topics) return topics;
  const read = new Map<string, number[]>();
  for (const key of Object.keys(state.offsets[group] ?? {})) {
    const at = key.lastIndexOf(':');
    read.set(key.slice(0, at), [...(read.get(key.slice(0, at)) ?? []), Number(key.slice(at + 1))]);
  }
  return [...read].map(([name, partitions]) => ({ name, partitions }));
};

const writeOffsets =
  (session: Session, { version }: Request, asked: Asked, code: number) =>
  (answer: Answer) =>
    answer.list(code ? [] : topicsIn(session, asked), (each, { name, partitions }) => {
      const denied = may(session, 'topic', name, Operations.DESCRIBE) ? errors.none : errors.topicDenied;
      each.text(name).list(partitions, (one, index) => {
        const kept = denied ? undefined : session.state.offsets[asked.group]?.[`${name}:${index}`];
        one.int32(index).int64(BigInt(kept?.offset ?? -1));
        if (version >= 5) one.int32(-1);
        one.text(kept?.metadata ?? '').int16(denied);
      });
    });

export const fetchOffsets = (session: Session, request: Request): Answer => {
  const codeOf = ({ group }: Asked) =>
    may(session, 'group', group, Operations.DESCRIBE) ? errors.none : errors.groupDenied;
  if (request.version >= 8) {
    const groups = list(request, () => readAsked(request));
    return new Answer(request).int32(0).list(groups, (each, asked) => {
      each.text(asked.group);
      writeOffsets(session, request, asked, codeOf(asked))(each).int16(codeOf(asked));
    });
  }
  const asked = readAsked(request);
  return writeOffsets(session, request, asked, codeOf(asked))(new Answer(request).int32(0)).int16(codeOf(asked));
};
