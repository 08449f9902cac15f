import { lineOf } from './line.ts';
import type { TrailEntry } from './record.ts';
import type { TrailSink } from './sink.ts';

/** Milliseconds that a receiver has for a call. */
const patience = 10_000;

/** Bytes of a body. Receivers take 1 MB (nginx, Azure Monitor, Datadog 5 MB) unless they are told otherwise. */
const mostBytes = 500_000;

/** Splits lines into bodies. A line that is longer than a body goes alone. */
const bodiesOf = (lines: readonly string[]): readonly (readonly string[])[] => {
  const bodies: string[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const bytes = Buffer.byteLength(line) + 1;
    if (size + bytes > mostBytes) {
      bodies.push([]);
      size = 0;
    }
    bodies.at(-1)?.push(line);
    size += bytes;
  }
  return bodies;
};

/** Posts lines of JSON, one body after the other. Only 2xx says that they are there. */
export const createAddressSink = (address: string, token: string | undefined): TrailSink => {
  const post = async (entries: readonly TrailEntry[], lines: readonly string[]): Promise<void> => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson', ...(token && { authorization: `Bearer ${token}` }) },
      body: `${lines.join('\n')}\n`,
      // The token is for this address alone.
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    });
    await response.body?.cancel();
    if (response.ok) return;
    if (response.status !== 413) throw new Error(`it responded with ${response.status}`);
    // Smaller than what receivers usually take. One entry alone comes without its data.
    if (lines.length > 1) {
      const half = Math.ceil(lines.length / 2);
      await post(entries.slice(0, half), lines.slice(0, half));
      await post(entries.slice(half), lines.slice(half));
      return;
    }
    const [entry] = entries;
    const brief = entry && lineOf(entry, 0);
    if (!brief || brief === lines[0]) throw new Error('it responded with 413 to a single entry');
    await post(entries, [brief]);
  };
  return {
    name: 'trail-address',
    send: async (entries) => {
      const lines = entries.map((entry) => lineOf(entry));
      let done = 0;
      for (const body of bodiesOf(lines)) {
        await post(entries.slice(done, done + body.length), body);
        done += body.length;
      }
    },
  };
};
