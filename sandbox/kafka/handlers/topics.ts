import type { Topic } from '../broker-state.ts';
import { Answer, errors, list, plain, Refusal, type Request } from '../protocol.ts';
import { clusterName } from '../rights.ts';
import { clusterId, demand, failIfTold, may, nodeId, Operations, outcomeOf, type Session } from '../session.ts';
import { allConfigs, checkConfigs } from '../topic-configs.ts';

/** A stand-in has one broker, and no room for more. */
const partitionsLimit = 1000;
const noId = '00000000-0000-0000-0000-000000000000';
const topicType = 2;

/** @throws Refusal when there is none, or somebody may not do this with it. */
const topicFor = (session: Session, name: string, operation: number): Topic => {
  const topic = session.state.topics.get(name);
  // Who may not see it is not told whether it is there.
  if (!topic && may(session, 'topic', name, Operations.DESCRIBE))
    throw new Refusal(errors.unknownTopic, 'This server does not host this topic-partition.');
  demand(session, 'topic', name, operation);
  if (!topic) throw new Refusal(errors.unknownTopic, 'This server does not host this topic-partition.');
  return topic;
};

const checkName = ({ state }: Session, name: string): void => {
  if (state.topics.has(name)) throw new Refusal(errors.topicExists, `Topic '${name}' already exists.`);
  const bad = (why: string) => new Refusal(errors.invalidTopic, `Topic name is invalid: ${why}`);
  if (name === '' || name === '.' || name === '..') throw bad(`'${name}' is not a name`);
  if (name.length > 249) throw bad(`the length of '${name.slice(0, 250)}' is longer than the max allowed length 249`);
  if (!/^[\w.-]+$/.test(name))
    throw bad(`'${name}' contains one or more characters other than ASCII alphanumerics, '.', '_' and '-'`);
  const twin = [...state.topics.keys()].find((other) => other.replaceAll('.', '_') === name.replaceAll('.', '_'));
  if (twin) throw new Refusal(errors.invalidTopic, `Topic '${name}' collides with existing topic: ${twin}`);
};

const checkNumbers = (partitions: number, replication: number): void => {
  if (partitions === 0 || partitions < -1)
    throw new Refusal(errors.invalidPartitions, 'Number of partitions was set to an invalid non-positive value.');
  if (partitions > partitionsLimit)
    throw new Refusal(errors.policyViolation, `The sandbox has no room for ${partitions} partitions.`);
  if (replication === 0 || replication < -1)
    throw new Refusal(
      errors.invalidReplication,
      'Replication factor must be larger than 0, or -1 to use the default value.',
    );
  if (replication > 1)
    throw new Refusal(
      errors.invalidReplication,
      `Unable to replicate the partition ${replication} time(s): The target replication factor of ${replication} cannot be reached because only 1 broker(s) are registered.`,
    );
};

export const createTopics = (session: Session, request: Request): Answer => {
  const wanted = list(request, (reader) => ({
    name: reader.readString(),
    partitions: reader.readInt32(),
    replication: reader.readInt16(),
    assigned: list(request, () => [reader.readInt32(), plain(request, () => reader.readInt32())]).length,
    configs: Object.fromEntries(
      list(request, () => [reader.readString(), reader.readNullableString() ?? '']),
    ) as Record<string, string>,
  }));
  request.reader.readInt32();
  const validateOnly = request.reader.readBoolean();
  const { state } = session;
  return new Answer(request).int32(0).list(wanted, (answer, { name, partitions, replication, configs }) => {
    const { code, sentence } = outcomeOf(() => {
      failIfTold(session);
      if (!may(session, 'cluster', clusterName, Operations.CREATE)) demand(session, 'topic', name, Operations.CREATE);
      checkName(session, name);
      checkNumbers(partitions, replication);
      checkConfigs(configs);
      if (!validateOnly) state.addTopic(name, partitions === -1 ? 1 : partitions, configs);
    });
    const made = code === errors.none ? state.topics.get(name) : undefined;
    answer
      .text(name)
      .uuid(made?.id ?? noId)
      .int16(code)
      .text(sentence);
    answer
      .int32(made?.partitions.length ?? -1)
      .int16(made ? 1 : -1)
      .list([], () => {});
  });
};

export const deleteTopics = (session: Session, request: Request): Answer => {
  const { state } = session;
  const asked = list(request, (reader) => ({ name: reader.readNullableString(), id: reader.readUUID() }));
  return new Answer(request).int32(0).list(asked, (answer, { name, id }) => {
    const meant = name ?? [...state.topics.values()].find((topic) => topic.id === id)?.name;
    const { code, sentence } = outcomeOf(() => {
      if (meant === undefined) throw new Refusal(errors.unknownTopicId, 'This server does not host this topic ID.');
      state.removeTopic(topicFor(session, meant, Operations.DELETE));
    });
    answer
      .text(meant ?? null)
      .uuid(name === null ? id : noId)
      .int16(code)
      .text(sentence);
  });
};

export const createPartitions = (session: Session, request: Request): Answer => {
  const wanted = list(request, (reader) => ({
    name: reader.readString(),
    count: reader.readInt32(),
    assigned: list(request, () => plain(request, () => reader.readInt32())).length,
  }));
  request.reader.readInt32();
  const validateOnly = request.reader.readBoolean();
  return new Answer(request).int32(0).list(wanted, (answer, { name, count }) => {
    const { code, sentence } = outcomeOf(() => {
      const topic = topicFor(session, name, Operations.ALTER);
      const now = topic.partitions.length;
      if (count === now) throw new Refusal(errors.invalidPartitions, `Topic already has ${now} partition(s).`);
      if (count < now)
        throw new Refusal(
          errors.invalidPartitions,
          `The topic ${name} currently has ${now} partition(s); ${count} would not be an increase.`,
        );
      checkNumbers(count, -1);
      if (!validateOnly) session.state.growTopic(topic, count);
    });
    answer.text(name).int16(code).text(sentence);
  });
};

export const describeConfigs = (session: Session, request: Request): Answer => {
  const asked = list(request, (reader) => ({
    type: reader.readInt8(),
    name: reader.readString(),
    keys: plain(request, () => reader.readString()),
  }));
  return new Answer(request).int32(0).list(asked, (answer, { type, name, keys }) => {
    let own: Record<string, string> | undefined;
    const { code, sentence } = outcomeOf(() => {
      // A broker's own settings are not held: there is nothing to set.
      if (type === topicType) own = topicFor(session, name, Operations.DESCRIBE_CONFIGS).configs;
    });
    const configs = own ? allConfigs(own).filter(({ key }) => keys === null || keys.includes(key)) : [];
    answer
      .int16(code)
      .text(sentence)
      .int8(type)
      .text(name)
      .list(configs, (each, { key, value, source, type: kind }) => {
        each
          .text(key)
          .text(value)
          .flag(false)
          .int8(source)
          .flag(false)
          .list([], () => {})
          .int8(kind)
          .text(null);
      });
  });
};

/** Operations of a change: set, delete; append and subtract are for lists. */
const [set, remove, append, subtract] = [0, 1, 2, 3];

const changed = (
  own: Readonly<Record<string, string>>,
  changes: readonly (readonly [string, number, string])[],
): Record<string, string> => {
  const next = { ...own };
  for (const [key, operation, value] of changes) {
    const items = () => (next[key] ?? '').split(',').filter((each) => each !== '' && each !== value);
    if (operation === set) next[key] = value;
    else if (operation === remove) delete next[key];
    else if (operation === append) next[key] = [...items(), value].join(',');
    else if (operation === subtract) next[key] = items().join(',');
  }
  return next;
};

export const alterConfigs = (session: Session, request: Request): Answer => {
  const asked = list(request, (reader) => ({
    type: reader.readInt8(),
    name: reader.readString(),
    changes: list(request, () => [reader.readString(), reader.readInt8(), reader.readNullableString() ?? ''] as const),
  }));
  const validateOnly = request.reader.readBoolean();
  return new Answer(request).int32(0).list(asked, (answer, { type, name, changes }) => {
    const { code, sentence } = outcomeOf(() => {
      if (type !== topicType)
        throw new Refusal(errors.invalidRequest, 'The sandbox only changes the settings of topics.');
      const topic = topicFor(session, name, Operations.ALTER_CONFIGS);
      const next = changed(topic.configs, changes);
      checkConfigs(
        Object.fromEntries(
          changes
            .map(([key]) => [key, next[key] ?? ''])
            .filter(
              ([key = '']) => key in next || changes.some(([each, operation]) => each === key && operation !== remove),
            ),
        ),
      );
      if (validateOnly) return;
      session.state.topics.set(name, { ...topic, configs: next });
      session.state.save();
    });
    answer.int16(code).text(sentence).int8(type).text(name);
  });
};

export const metadata = (session: Session, request: Request): Answer => {
  const { reader, version, flexible } = request;
  const { state, host, port } = session;
  const asked = reader.readNullableArray(
    () => {
      if (version >= 10) reader.readUUID();
      return reader.readNullableString(flexible) ?? '';
    },
    flexible,
    flexible,
  );
  const seen = [...state.topics.keys()].filter((name) => may(session, 'topic', name, Operations.DESCRIBE));
  const answer = new Answer(request).int32(0);
  answer.list([nodeId], (each) => each.int32(nodeId).text(host).int32(port).text('sandbox'));
  answer.text(clusterId).int32(nodeId);
  answer.list(asked ?? seen, (each, name) => {
    let topic: Topic | undefined;
    const { code } = outcomeOf(() => {
      topic = topicFor(session, name, Operations.DESCRIBE);
    });
    each.int16(code).text(name);
    if (version >= 10) each.uuid(topic?.id ?? noId);
    each.flag(false).list([...(topic?.partitions.keys() ?? [])], (partition, index) => {
      partition.int16(errors.none).int32(index).int32(nodeId);
      if (version >= 7) partition.int32(0);
      partition.numbers([nodeId]).numbers([nodeId]).numbers([]);
    });
    // What somebody may do is not told unless it is asked for, which nobody does.
    if (version >= 8) each.int32(-2_147_483_648);
  });
  if (version >= 8 && version <= 10) answer.int32(-2_147_483_648);
  return answer;
};
