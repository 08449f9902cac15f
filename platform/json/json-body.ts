import { RefusedError, refuse } from '#domain/core/problem.ts';
import { checkJsonSize, type JsonLimits } from './json-size.ts';

/** What a JSON body may hold, documents within it being one text: the longest form has some hundred fields. */
export const jsonBody: JsonLimits = { values: 10_000, depth: 32 };

/**
 * Parses a JSON body whose size in bytes is bounded.
 *
 * @throws RefusedError 413 when it holds too much, 400 when it is no JSON.
 */
export const parseJsonBody = (bytes: Uint8Array, limits: JsonLimits = jsonBody): unknown => {
  checkJsonSize(bytes, limits);
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new RefusedError(refuse('invalid', { code: 'body.malformed' }));
  }
};
