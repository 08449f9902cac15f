import { RefusedError, refuse } from '#domain/core/problem.ts';

/** How much one JSON text may hold, whatever it says. */
export type JsonLimits = Readonly<{ values: number; depth: number }>;

const code = (character: string): number => character.charCodeAt(0);
const [quote, backslash, comma] = [code('"'), code('\\'), code(',')];
const opens = [code('{'), code('[')];
const closes = [code('}'), code(']')];

const tooLarge = (): RefusedError => new RefusedError(refuse('too-large', { code: 'body.too-large' }));

/**
 * Counts what a JSON text holds before anything is made of it, in one pass and without memory: `JSON.parse` takes
 * seconds and a gigabyte for two million keys. Whether it is JSON at all is for the parser to say.
 *
 * @throws RefusedError `body.too-large` (413) beyond the limits.
 */
export const checkJsonSize = (bytes: Uint8Array, { values, depth }: JsonLimits): void => {
  let isText = false;
  let level = 0;
  let count = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (isText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (byte === comma) count += 1;
    else if (opens.includes(byte)) {
      count += 1;
      level += 1;
    } else if (closes.includes(byte)) level -= 1;
    if (count > values || level > depth) throw tooLarge();
  }
};
