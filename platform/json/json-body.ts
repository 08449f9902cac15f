import { RefusedError, refuse } from '#domain/core/problem.ts';
import { checkJsonSize, type JsonLimits } from './json-size.ts';

/** The limits of a JSON body. The longest form has some hundred fields; a document in it counts as one text. */
export const jsonBody: JsonLimits = { values: 10_000, depth: 32 };

/**
 * Parses a JSON body. The caller limits its size in bytes.
 *
 * @throws RefusedError 413 when it has too many values, 400 when it is not JSON.
 */
export const parseJsonBody = (bytes: Uint8Array, limits: JsonLimits = jsonBody): unknown => {
  checkJsonSize(bytes, limits);
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new RefusedError(refuse('invalid', { code: 'body.malformed' }));
  }
};
