import { CORE_SCHEMA, DUMP_SCHEMA, defineScalarTag, dump, intCoreTag, load, mergeTag, YAMLException } from 'js-yaml';
import { exactJson, parseExactJson } from '#domain/core/exact-json.ts';
import { exactWholeNumbers } from '#domain/core/exact-yaml.ts';
import type { Unreadable } from './mirror-messages.ts';
import { formatOf, type TextFormat } from './outline.ts';

const exactInt = defineScalarTag<number | bigint>(intCoreTag.tagName, exactWholeNumbers(intCoreTag));

/**
 * The same options as on the server (YAML 1.2 core with merges). The server's limits decide; these only keep the tab
 * alive.
 */
const options = {
  schema: CORE_SCHEMA.withTags(mergeTag, exactInt),
  maxDepth: 200,
  maxAliases: 10_000,
  maxTotalMergeKeys: 50_000,
};
const mostValues = 1_000_000;

/**
 * Returns the number of values in a tree after its aliases are written out. Visits each object once. A circle is
 * infinite.
 */
const valuesIn = (value: unknown, known: Map<object, number>): number => {
  if (typeof value !== 'object' || value === null) return 1;
  const before = known.get(value);
  if (before !== undefined) return before;
  // Infinite until it is counted: a visit before that comes from inside it.
  known.set(value, Number.POSITIVE_INFINITY);
  let count = 1;
  for (const part of Object.values(value)) count += valuesIn(part, known);
  known.set(value, count);
  return count;
};

type Reading = Readonly<{ value: unknown; unreadable: null } | { value?: never; unreadable: Unreadable }>;

const unreadable = (reason: string, line = 1, column = 1): Reading => ({ unreadable: { reason, line, column } });

/** Reads JSON or YAML. Returns the reason if it can't be read. */
const read = (text: string): Reading => {
  try {
    const value = formatOf(text) === 'json' ? parseExactJson(text) : load(text, options);
    if (typeof value !== 'object' || value === null) return unreadable('');
    if (valuesIn(value, new Map()) > mostValues) return unreadable('');
    return { value, unreadable: null };
  } catch (error) {
    if (error instanceof YAMLException) {
      return unreadable(error.reason, (error.mark?.line ?? 0) + 1, (error.mark?.column ?? 0) + 1);
    }
    if (error instanceof SyntaxError) {
      const offset = Number(/position (\d+)/.exec(error.message)?.[1] ?? 0);
      const before = text.slice(0, offset).split('\n');
      return unreadable(error.message, before.length, (before.at(-1)?.length ?? 0) + 1);
    }
    if (error instanceof RangeError) return unreadable('');
    throw error;
  }
};

/**
 * Writes the document in another format, indented. Programs may also read the `json`. Comments are lost. An unreadable
 * text has a place. Its reason is empty if it is not a document or is too large to show.
 */
export const writeAs = (
  text: string,
  format: TextFormat,
): Readonly<{ text: string; unreadable: null } | { text: null; unreadable: Unreadable }> => {
  const { value, unreadable: problem } = read(text);
  if (problem) return { text: null, unreadable: problem };
  const written =
    format === 'json'
      ? `${exactJson(value, 2)}\n`
      : dump(value, { schema: DUMP_SCHEMA.withTags(exactInt), noRefs: true, lineWidth: -1 });
  return { text: written, unreadable: null };
};
