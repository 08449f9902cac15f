import { checkTree } from './check-tree.ts';
import { decodeSpec } from './decode-spec.ts';
import { type Numbers, parseJson } from './parse-json.ts';
import { parseYaml } from './parse-yaml.ts';
import type { SpecFormat } from './spec-document.ts';

/** A safely read document that need not be a description yet. */
export type ParsedSpec = Readonly<{ format: SpecFormat; text: string; value: unknown }>;

/**
 * Reads JSON or YAML within the limits. Runs in a child process only: it may take seconds.
 * A text that begins with `{` is held to the rules of JSON, so that a slip in a JSON file isn't read as some other
 * YAML; a YAML flow map begins with `---`. So is one that begins with a comment as JavaScript has them.
 * Throws a refusal.
 */
export const parseSpec = (bytes: Uint8Array, numbers: Numbers = {}): ParsedSpec => {
  const text = decodeSpec(bytes);
  const format = /^\s*(?:[{[]|\/[/*])/.test(text) ? 'json' : 'yaml';
  const value = format === 'json' ? parseJson(text, numbers) : parseYaml(text, numbers);
  checkTree(value);
  return { format, text, value };
};
