import { type Reader, Writer } from '@platformatic/kafka';

/** Numbers of Kafka's errors (its protocol guide, "Error codes"). */
export const errors = {
  none: 0,
  offsetOutOfRange: 1,
  unknownTopic: 3,
  unknownTopicId: 100,
  messageTooLarge: 10,
  coordinatorNotAvailable: 15,
  invalidTopic: 17,
  illegalGeneration: 22,
  unknownMember: 25,
  rebalanceInProgress: 27,
  topicDenied: 29,
  groupDenied: 30,
  clusterDenied: 31,
  unsupportedMechanism: 33,
  unsupportedVersion: 35,
  topicExists: 36,
  invalidPartitions: 37,
  invalidReplication: 38,
  invalidConfig: 40,
  invalidRequest: 42,
  policyViolation: 44,
  loginFailed: 58,
  resourceNotFound: 91,
  unacceptableCredential: 93,
} as const;

/** A request that is refused as a whole or in a part, with the broker's sentence. */
export class Refusal extends Error {
  readonly code: number;

  constructor(code: number, sentence = '') {
    super(sentence);
    this.code = code;
  }
}

/**
 * A request without its header.
 *
 * @property flexible strings and lists have short lengths, and structures end with tags.
 */
export type Request = Readonly<{ version: number; flexible: boolean; clientId: string; reader: Reader }>;

/** Reads a list of structures. */
export const list = <Item>({ reader, flexible }: Request, read: (reader: Reader) => Item): Item[] =>
  reader.readNullableArray(read, flexible, flexible) ?? [];
/** Reads a list of plain values, which have no tags. */
export const plain = <Item>({ reader, flexible }: Request, read: (reader: Reader) => Item): Item[] | null =>
  reader.readNullableArray(read, flexible, false);
export const text = ({ reader, flexible }: Request): string => reader.readNullableString(flexible) ?? '';
export const bytes = ({ reader, flexible }: Request): Buffer => reader.readNullableBytes(flexible) ?? Buffer.alloc(0);

/** Writes an answer in the form of its request. */
export class Answer {
  readonly writer = Writer.create();
  readonly #flexible: boolean;

  constructor({ flexible }: Pick<Request, 'flexible'>) {
    this.#flexible = flexible;
  }

  int8(value: number): this {
    this.writer.appendInt8(value);
    return this;
  }

  int16(value: number): this {
    this.writer.appendInt16(value);
    return this;
  }

  int32(value: number): this {
    this.writer.appendInt32(value);
    return this;
  }

  int64(value: bigint): this {
    this.writer.appendInt64(value);
    return this;
  }

  flag(value: boolean): this {
    this.writer.appendBoolean(value);
    return this;
  }

  uuid(value: string): this {
    this.writer.appendUUID(value);
    return this;
  }

  text(value: string | null): this {
    this.writer.appendString(value, this.#flexible);
    return this;
  }

  bytes(value: Buffer | null): this {
    this.writer.appendBytes(value, this.#flexible);
    return this;
  }

  /** A list of structures. */
  list<Item>(items: readonly Item[] | null, write: (answer: Answer, item: Item) => void): this {
    const { writer } = this;
    this.#length(items?.length ?? -1);
    for (const item of items ?? []) {
      const one = new Answer({ flexible: this.#flexible });
      write(one, item);
      writer.appendFrom(one.end());
    }
    return this;
  }

  /** A list of numbers. */
  numbers(items: readonly number[]): this {
    this.#length(items.length);
    for (const item of items) this.int32(item);
    return this;
  }

  #length(length: number): void {
    if (this.#flexible) this.writer.appendUnsignedVarInt(length + 1);
    else this.writer.appendInt32(length);
  }

  end(): Writer {
    if (this.#flexible) this.writer.appendTaggedFields();
    return this.writer;
  }
}
