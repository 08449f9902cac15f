import {
  CORE_SCHEMA,
  DUMP_SCHEMA,
  defineScalarTag,
  dump,
  FAILSAFE_SCHEMA,
  intCoreTag,
  load,
  mergeTag,
  type Schema,
  YAMLException,
} from 'js-yaml';
import { exactWholeNumbers } from '#domain/core/exact-yaml.ts';
import type { Problem } from '#domain/core/problem.ts';
import type { Numbers } from './parse-json.ts';
import { specLimits } from './spec-limits.ts';
import { specError } from './spec-refusal.ts';

/** js-yaml's reasons differ only in their texts. read-spec.test.ts fails when the texts change. */
const limitReasons: readonly [RegExp, string, Problem['parameters']][] = [
  [/maxDepth/, 'too-deep', { limit: specLimits.depth }],
  [/maxAliases/, 'too-many-aliases', { limit: specLimits.aliases }],
  [/maxTotalMergeKeys|abnormal merge/, 'too-big-expanded', { limit: specLimits.mergedKeys }],
];

/** Frequent mistakes. Their texts say what to do. */
const frequentReasons: readonly [RegExp, string][] = [
  [/tab characters/, 'tabs'],
  [/bad indentation|deficient indentation|document separator is expected|multiline key/, 'indentation'],
  [/unexpected end of the (?:stream|document) within/, 'cut-off'],
  [/expected a single document/, 'several-documents'],
  [/input is empty/, 'empty'],
];

/** YAML 1.2 core, which keeps dates as texts, plus `<<` merges, which many descriptions use. */
const schema = CORE_SCHEMA.withTags(mergeTag);

const exactInt = defineScalarTag<number | bigint>(intCoreTag.tagName, exactWholeNumbers(intCoreTag));
const exactSchema = schema.withTags(exactInt);

/** Writes a value as block YAML without aliases. */
export const yamlText = (value: unknown): string =>
  dump(value, { schema: DUMP_SCHEMA.withTags(exactInt), noRefs: true, lineWidth: -1 });

const limits = {
  // js-yaml also counts the scalar in the innermost list. checkTree enforces the exact limit.
  maxDepth: specLimits.depth + 1,
  maxAliases: specLimits.aliases,
  maxTotalMergeKeys: specLimits.mergedKeys,
};

/**
 * Reads one YAML document. Tags outside YAML's core are refused, so no text becomes anything but plain data.
 * Throws a refusal: `spec.syntax`, `spec.duplicate-key`, `spec.too-deep`, `spec.too-many-aliases`,
 * `spec.too-big-expanded`; for frequent mistakes `spec.tabs`, `spec.indentation`, `spec.cut-off`, `spec.several-documents`, `spec.empty`.
 */
export const parseYaml = (text: string, { exact = false }: Numbers = {}): unknown =>
  loadLeniently(text, exact ? exactSchema : schema);

/**
 * Parses the document (also JSON) with every value as its source text. An author who writes `version: 1.0` without quotes
 * means the text; the number would lose its zero. Returns undefined when the document can't be parsed so.
 */
export const parseAsTexts = (text: string): unknown => {
  try {
    return loadLeniently(text, FAILSAFE_SCHEMA.withTags(mergeTag));
  } catch {
    return undefined;
  }
};

/** Lines that are indented before a text is refused. Each one means parsing the text again up to it. */
const mostMoved = 200;

/**
 * Accepts what other parsers accept: inside `{…}`, `[…]` and quotes a line may start further left than YAML allows, for
 * example a closing bracket below its key. js-yaml refuses such a line. Indentation has no meaning there, so the line is
 * indented and the text is parsed again.
 */
const loadLeniently = (text: string, tags: Schema): unknown => {
  let current = text;
  /** The indented lines, and by how many spaces. */
  const moved = new Map<number, number>();
  for (;;) {
    try {
      return load(current, { schema: tags, ...limits });
    } catch (error) {
      if (!(error instanceof YAMLException)) throw error;
      const { mark, reason } = error;
      const isMovable = mark && reason === 'deficient indentation' && !moved.has(mark.line) && moved.size < mostMoved;
      if (!isMovable) throw asRefusal(error, current, moved.get(mark?.line ?? -1) ?? 0);
      const start = current.lastIndexOf('\n', mark.position - 1) + 1;
      const room = specLimits.depth * 8;
      current = `${current.slice(0, start)}${' '.repeat(room)}${current.slice(start)}`;
      moved.set(mark.line, room);
    }
  }
};

/** Returns the key that begins at a position. The position is after an opening quote. */
const keyAt = (text: string, position: number): string => {
  const quote = text[position - 1];
  const isQuoted = quote === '"' || quote === "'";
  const end = isQuoted
    ? text.indexOf(quote, position)
    : text.slice(position, position + 1_000).search(/(?<!\s)\s*(?::\s|\n|$)/) + position;
  return text.slice(position, Math.max(end, position));
};

const asRefusal = ({ mark, reason }: YAMLException, text: string, shift: number): unknown => {
  const place = { line: (mark?.line ?? 0) + 1, column: Math.max((mark?.column ?? 0) - shift, 0) + 1 };
  for (const [words, code, parameters] of limitReasons) {
    if (words.test(reason)) return specError(code, { ...parameters, ...place });
  }
  if (/duplicated mapping key/.test(reason))
    return specError('duplicate-key', { key: keyAt(text, mark?.position ?? 0), ...place });
  const code = frequentReasons.find(([words]) => words.test(reason))?.[1];
  return code ? specError(code, place) : specError('syntax', { message: reason, ...place });
};
