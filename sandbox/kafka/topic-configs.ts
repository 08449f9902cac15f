import { errors, Refusal } from './protocol.ts';

/** The types of settings, by their numbers in the protocol. */
const types = { boolean: 1, string: 2, int: 3, long: 5, double: 6, list: 7 } as const;

type Definition = Readonly<{
  key: string;
  value: string;
  type: keyof typeof types;
  least?: number;
  most?: number;
  among?: readonly string[];
}>;

const longest = '9223372036854775807';

/** Settings of topics, with the values that a Kafka 4.1 has by default. */
const definitions: readonly Definition[] = [
  { key: 'cleanup.policy', value: 'delete', type: 'list', among: ['compact', 'delete'] },
  { key: 'compression.gzip.level', value: '-1', type: 'int' },
  { key: 'compression.lz4.level', value: '9', type: 'int' },
  {
    key: 'compression.type',
    value: 'producer',
    type: 'string',
    among: ['uncompressed', 'zstd', 'lz4', 'snappy', 'gzip', 'producer'],
  },
  { key: 'compression.zstd.level', value: '3', type: 'int' },
  { key: 'delete.retention.ms', value: '86400000', type: 'long', least: 0 },
  { key: 'file.delete.delay.ms', value: '60000', type: 'long', least: 0 },
  { key: 'flush.messages', value: longest, type: 'long', least: 1 },
  { key: 'flush.ms', value: longest, type: 'long', least: 0 },
  { key: 'follower.replication.throttled.replicas', value: '', type: 'list' },
  { key: 'index.interval.bytes', value: '4096', type: 'int', least: 0 },
  { key: 'leader.replication.throttled.replicas', value: '', type: 'list' },
  { key: 'local.retention.bytes', value: '-2', type: 'long', least: -2 },
  { key: 'local.retention.ms', value: '-2', type: 'long', least: -2 },
  { key: 'max.compaction.lag.ms', value: longest, type: 'long', least: 1 },
  { key: 'max.message.bytes', value: '1048588', type: 'int', least: 0 },
  { key: 'message.timestamp.after.max.ms', value: '3600000', type: 'long', least: 0 },
  { key: 'message.timestamp.before.max.ms', value: longest, type: 'long', least: 0 },
  { key: 'message.timestamp.type', value: 'CreateTime', type: 'string', among: ['CreateTime', 'LogAppendTime'] },
  { key: 'min.cleanable.dirty.ratio', value: '0.5', type: 'double', least: 0, most: 1 },
  { key: 'min.compaction.lag.ms', value: '0', type: 'long', least: 0 },
  { key: 'min.insync.replicas', value: '1', type: 'int', least: 1 },
  { key: 'preallocate', value: 'false', type: 'boolean' },
  { key: 'remote.log.copy.disable', value: 'false', type: 'boolean' },
  { key: 'remote.log.delete.on.disable', value: 'false', type: 'boolean' },
  { key: 'remote.storage.enable', value: 'false', type: 'boolean' },
  { key: 'retention.bytes', value: '-1', type: 'long' },
  { key: 'retention.ms', value: '604800000', type: 'long', least: -1 },
  { key: 'segment.bytes', value: '1073741824', type: 'int', least: 1_048_576 },
  { key: 'segment.index.bytes', value: '10485760', type: 'int', least: 4 },
  { key: 'segment.jitter.ms', value: '0', type: 'long', least: 0 },
  { key: 'segment.ms', value: '604800000', type: 'long', least: 1 },
  { key: 'unclean.leader.election.enable', value: 'false', type: 'boolean' },
];

const bits = { int: 32, long: 64 } as const;

const isNumber = (type: Definition['type'], value: string): boolean => {
  if (type === 'double') return value.trim() !== '' && Number.isFinite(Number(value));
  if (!/^[+-]?\d{1,30}$/.test(value)) return false;
  return BigInt.asIntN(bits[type as keyof typeof bits], BigInt(value)) === BigInt(value);
};

/** Returns what Kafka says about a value; undefined when it takes it. */
const problemOf = (
  { type, least = -Infinity, most = Infinity, among }: Definition,
  value: string,
): string | undefined => {
  if (type === 'boolean')
    return /^(true|false)$/i.test(value.trim()) ? undefined : 'Expected value to be either true or false';
  if (type === 'string' || type === 'list') {
    const values = type === 'list' ? value.split(',').map((each) => each.trim()) : [value];
    return among && !values.every((each) => among.includes(each))
      ? `String must be one of: ${among.join(', ')}`
      : undefined;
  }
  if (!isNumber(type, value)) return `Not a number of type ${type.toUpperCase()}`;
  if (Number(value) < least) return `Value must be at least ${least}`;
  return Number(value) > most ? `Value must be no more than ${most}` : undefined;
};

/** Refuses settings that a Kafka would refuse, in its words. @throws Refusal */
export const checkConfigs = (configs: Readonly<Record<string, string>>): void => {
  for (const [key, value] of Object.entries(configs)) {
    const definition = definitions.find((each) => each.key === key);
    if (!definition) throw new Refusal(errors.invalidConfig, `Unknown topic config name: ${key}`);
    const problem = problemOf(definition, value);
    if (problem) throw new Refusal(errors.invalidConfig, `Invalid value ${value} for configuration ${key}: ${problem}`);
  }
};

/** Returns all settings of a topic. `source`: 1 set for this topic, 5 by default. */
export const allConfigs = (own: Readonly<Record<string, string>>) =>
  definitions.map(({ key, value, type }) => ({
    key,
    value: own[key] ?? value,
    source: key in own ? 1 : 5,
    type: types[type],
  }));

/** Returns a setting as a number. */
export const numberIn = (own: Readonly<Record<string, string>>, key: string): number =>
  Number(own[key] ?? definitions.find((each) => each.key === key)?.value);
