import { answerLimit } from '#domain/topic-message/limits.ts';
import type { LastMessages, ShownBytes, ShownMessage } from '#domain/topic-message/schema.ts';
import { type CheckedEvent, checkMessage, checkOf } from './check-message.ts';
import { indentJson } from './indent-json.ts';
import { openPacked, packingOf } from './open-packed.ts';
import type { SentSchema } from './read-events.ts';
import { visibleText } from './visible-text.ts';

/** A message as it was read (`kafka/messages/`). `size`: bytes of key and value, or of a batch that could not be unpacked. */
type Message = Readonly<{
  partition: number;
  offset: number;
  timestamp: number;
  key: Uint8Array | null;
  value: Uint8Array | null;
  headers: readonly Readonly<{ name: string; value: Uint8Array | null }>[];
  size: number;
  valueSize: number;
  isCut: boolean;
  unread: number;
}>;

/** Bytes of a payload that is checked and indented; larger ones are shown as they begin. */
const checkedBytes = 256 * 1024;
/** Bytes that are shown in hex, and characters of a key or header. */
const hexBytes = 64;
const partLength = 500;
/** Room in an answer for what is no message. */
const frame = 1000;

/** Headers in which senders name the event of a message, in lower case. */
const eventHeaders = new Set(['event-type', 'eventtype', 'eventtypeid', 'event-type-id', 'ce_type', 'type']);

const hexOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.subarray(0, hexBytes))
    .toString('hex')
    .replaceAll(/(..)(?=.)/g, '$1 ');

/** Returns bytes as a text; undefined when they are none. A last sign that was cut off is left out. */
const textIn = (bytes: Uint8Array, isCut: boolean): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: no text has them.
const ofBytes = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

const partOf = (bytes: Uint8Array | null): ShownBytes | null => {
  if (bytes === null) return null;
  const text = textIn(bytes, false);
  if (text === undefined)
    return { kind: 'binary', text: hexOf(bytes), size: bytes.length, isCut: bytes.length > hexBytes };
  const shown = visibleText(text);
  return { kind: 'text', text: shown.slice(0, partLength), size: bytes.length, isCut: shown.length > partLength };
};

/** The messages of an answer. */
export type ShownMessages = Omit<LastMessages, 'isPartial'>;

type Seen = Pick<ShownMessage, 'payload' | 'check'>;
const unheld = (result: ShownMessage['check']['result']): ShownMessage['check'] => ({
  result,
  eventTypeId: null,
  violations: [],
});

const noJson = (events: readonly CheckedEvent[], named: string | undefined): ShownMessage['check'] =>
  events.length === 0 ? unheld('no-schema') : checkMessage('', events, named);

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Bytes that are looked at as they are. @property size of all, of which these may be the beginning. */
type Content = Readonly<{ bytes: Uint8Array; size: number; isCut: boolean }>;

const payloadOf = (
  kind: ShownMessage['payload']['kind'],
  size: number,
  more: Partial<ShownMessage['payload']> = {},
): ShownMessage['payload'] => ({ kind, size, text: '', isCut: false, inside: null, ...more });

/** Shows bytes that are not packed, or whose packing is not opened. */
const plain = ({ bytes, size, isCut }: Content, events: readonly CheckedEvent[], named: string | undefined): Seen => {
  if (size === 0) return { payload: payloadOf('empty', 0), check: noJson(events, named) };
  const text = textIn(bytes, isCut);
  if (text === undefined || ofBytes.test(text))
    return {
      payload: payloadOf('binary', size, { text: hexOf(bytes), isCut: size > hexBytes }),
      check: noJson(events, named),
    };
  if (isCut || size > checkedBytes)
    return {
      payload: payloadOf('text', size, {
        text: visibleText(text.slice(0, checkedBytes)),
        isCut: isCut || text.length > checkedBytes,
      }),
      check: unheld(events.length === 0 ? 'no-schema' : 'unchecked'),
    };
  const isReadable = isJson(text);
  return {
    payload: payloadOf(isReadable ? 'json' : 'text', size, {
      text: visibleText((isReadable ? indentJson(text, checkedBytes) : undefined) ?? text),
    }),
    check: events.length === 0 ? unheld('no-schema') : checkMessage(text, events, named),
  };
};

/** Shows what is packed, with what is in it. A schema is about that: whoever agreed to pack has also agreed on what. */
const packed = (
  packing: 'gzip' | 'zstd',
  content: Content,
  opened: Uint8Array,
  events: readonly CheckedEvent[],
  named: string | undefined,
): Seen => {
  const {
    payload: { kind, text, size, isCut },
    check,
  } = plain({ bytes: opened, size: opened.length, isCut: false }, events, named);
  return { payload: payloadOf(packing, content.size, { text, isCut, inside: { kind, size } }), check };
};

const seen = (message: Message, events: readonly CheckedEvent[]): Seen => {
  const { value, valueSize: size, isCut, unread } = message;
  if (unread > 0) return { payload: payloadOf('packed', message.size), check: unheld('unchecked') };
  if (value === null) return { payload: payloadOf('none', size), check: unheld('no-schema') };
  const content = { bytes: value, size, isCut };
  const packing = packingOf(value);
  const opened = packing && (isCut ? 'too-large' : openPacked(packing, value));
  if (packing && opened === 'too-large')
    return { payload: payloadOf(packing, size), check: unheld(events.length === 0 ? 'no-schema' : 'unchecked') };
  if (packing && typeof opened === 'object')
    return packed(packing, content, opened, events, namedIn(message, opened, events));
  return plain(content, events, namedIn(message, value, events));
};

/** Returns which event a message names in a header, or in a field of its own. */
const namedIn = ({ headers }: Message, payload: Uint8Array, events: readonly CheckedEvent[]): string | undefined => {
  const known = new Set(events.map(({ eventTypeId }) => eventTypeId));
  const texts = headers.flatMap(({ name, value: text }) =>
    eventHeaders.has(name.toLowerCase()) && text ? [Buffer.from(text).toString()] : [],
  );
  const found = texts.find((text) => known.has(text));
  if (found !== undefined) return found;
  const field = /"(?:eventTypeId|eventType|type)"\s*:\s*"([^"\\]{1,100})"/.exec(
    Buffer.from(payload.subarray(0, 4000)).toString(),
  )?.[1];
  return field !== undefined && known.has(field) ? field : undefined;
};

const timeOf = (timestamp: number): string | null => {
  const time = new Date(timestamp);
  return timestamp < 0 || Number.isNaN(time.getTime()) ? null : time.toISOString();
};

const shownOf = (message: Message, events: readonly CheckedEvent[]): ShownMessage => ({
  partition: message.partition,
  offset: message.offset,
  at: timeOf(message.timestamp),
  key: partOf(message.key),
  headers: message.headers.map(({ name, value }) => ({ name: visibleText(name), value: partOf(value) })),
  headersLeftOut: 0,
  messages: Math.max(1, message.unread),
  ...seen(message, events),
});

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Returns the beginning of a text that has at most so many bytes as JSON. */
const begin = (text: string, most: number): string => {
  let kept = text.slice(0, most);
  while (kept !== '' && bytesOf(kept) - 2 > most)
    kept = kept.slice(0, Math.min(kept.length - 1, Math.floor((kept.length * most) / bytesOf(kept))));
  return /[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept;
};

/** Cuts messages so that all together have so many bytes as JSON. Each text gets the same room; a short one leaves its own to others. */
const fitting = (messages: readonly ShownMessage[], most: number): ShownMessages => {
  let left = most - frame;
  const kept: ShownMessage[] = [];
  for (const message of messages) {
    const { headers, payload } = message;
    const bare = { ...message, payload: { ...payload, text: '' } };
    const without = { ...message, headers: [], headersLeftOut: headers.length };
    const [whole, least] = [bytesOf(bare) + 1, bytesOf({ ...bare, headers: [], headersLeftOut: headers.length }) + 1];
    // So many messages may still come: none takes the place of others with its headers.
    const isRoomy = whole <= left / (messages.length - kept.length);
    if (least > left) break;
    left -= isRoomy ? whole : least;
    kept.push(isRoomy ? message : without);
  }
  const texts = kept.map(({ payload }) => bytesOf(payload.text) - 2);
  let others = texts.length;
  const room = new Map<number, number>();
  for (const [at, bytes] of [...texts.entries()].toSorted(([, one], [, other]) => one - other)) {
    const share = Math.min(bytes, Math.floor(left / others));
    room.set(at, share);
    left -= share;
    others -= 1;
  }
  return {
    messages: kept.map((message, at) => {
      const text = begin(message.payload.text, room.get(at) ?? 0);
      const isCut = message.payload.isCut || text.length < message.payload.text.length;
      return { ...message, payload: { ...message.payload, text, isCut } };
    }),
    leftOut: messages.length - kept.length,
  };
};

/**
 * Shows messages of a topic to people: what each is, and how it breaks the schema of its event. Call it in a child process only.
 *
 * @param events those that the topic carries.
 */
export const showMessages = (messages: readonly Message[], events: readonly SentSchema[]): ShownMessages => {
  const checks = events.map(checkOf);
  return fitting(
    messages.map((message) => shownOf(message, checks)),
    answerLimit,
  );
};
