import { lineOf } from './line.ts';
import type { TrailEntry } from './record.ts';

/** Bytes of a message. Receivers take 8 kB unless they are told otherwise; RFC 5424, 6.1, asks for 2 kB. */
const mostBytes = 8_000;
/** Bytes of the header and the structured data: 32 + 255 + 48 + 32 for the header, and eight short parameters. */
const headBytes = 1_600;

/** Facility 13 is the audit's. Severity 4: somebody was refused something; 6: everything else (RFC 5424, 6.2.1). */
const priorityOf = (isRefused: boolean): number => 13 * 8 + (isRefused ? 4 : 6);

/** Returns a text as a field of the header: printable ASCII without spaces (RFC 5424, 6). `-`: nothing is left. */
const field = (text: string, longest: number): string => text.replace(/[^\x21-\x7e]/g, '').slice(0, longest) || '-';

/** Characters of a parameter's value. */
const longestValue = 100;

/** Escapes as RFC 5424, 6.3.3, asks, and takes out what could begin a new line at a receiver. */
const parameter = ([name, value]: readonly [string, string]): string => {
  const safe = value
    .slice(0, longestValue)
    .toWellFormed()
    .replace(/[^\x20-\x7e]/g, '?');
  return `${name}="${safe.replace(/["\\\]]/g, '\\$&')}"`;
};

/** The number that RFC 5612 keeps for examples: Portico has none of its own. */
const structure = 'portico@32473';

/** Matches a text with a character that is not ASCII. */
const beyondAscii = /[^\0-\x7f]/;

/** Returns an entry as a message of RFC 5424. A message that is not plain ASCII begins with a byte order mark (6.4). */
export const syslogMessage = (entry: TrailEntry, hostname: string): string => {
  const { type, time, isRefused, parameters } = entry;
  const line = lineOf(entry, mostBytes - headBytes);
  const text = beyondAscii.test(line) ? `\ufeff${line}` : line;
  const data = Object.entries(parameters).map(parameter).join(' ');
  const header = `<${priorityOf(isRefused)}>1 ${field(time, 48)} ${field(hostname, 255)} portico - ${field(type, 32)}`;
  return `${header} [${structure} ${data}] ${text}`;
};

/** Returns messages as they go over a stream: each after its length in bytes (RFC 6587, 3.4.1; RFC 5425, 4.3). */
export const framed = (messages: readonly string[]): Buffer =>
  Buffer.concat(
    messages.map((message) => {
      const bytes = Buffer.from(message, 'utf8');
      return Buffer.concat([Buffer.from(`${bytes.length} `), bytes]);
    }),
  );
