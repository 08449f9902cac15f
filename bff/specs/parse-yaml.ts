import { CORE_SCHEMA, FAILSAFE_SCHEMA, load, mergeTag, YAMLException } from 'js-yaml';
import type { Problem } from '#domain/core/problem.ts';
import { specLimits } from './spec-limits.ts';
import { specError } from './spec-refusal.ts';

/** js-yaml tells limits apart only by the words of its reasons; read-spec.test.ts notices when they change. */
const limitReasons: readonly [RegExp, string, Problem['parameters']][] = [
  [/maxDepth/, 'too-deep', { limit: specLimits.depth }],
  [/maxAliases/, 'too-many-aliases', { limit: specLimits.aliases }],
  [/maxTotalMergeKeys|abnormal merge/, 'too-big-expanded', { limit: specLimits.mergedKeys }],
  [/duplicated mapping key/, 'duplicate-key', {}],
];

/** YAML 1.2 core, which leaves dates as text, and the `<<` merges that many hand-written descriptions use. */
const schema = CORE_SCHEMA.withTags(mergeTag);

const limits = {
  // js-yaml counts the scalar inside the innermost list too; checkTree keeps the exact number.
  maxDepth: specLimits.depth + 1,
  maxAliases: specLimits.aliases,
  maxTotalMergeKeys: specLimits.mergedKeys,
};

/**
 * Reads one YAML document. Tags outside YAML's core are refused, so no text becomes anything but plain data.
 * Throws a refusal: `spec.syntax`, `spec.duplicate-key`, `spec.too-deep`, `spec.too-many-aliases`, `spec.too-big-expanded`.
 */
export const parseYaml = (text: string): unknown => {
  try {
    return load(text, { schema, ...limits });
  } catch (error) {
    throw asRefusal(error);
  }
};

/**
 * The same document (JSON too) with every value as the text it was written as. An author who writes `version: 1.0`
 * without quotes means the text, and the number has lost its zero. Undefined when it can't be read that way.
 */
export const parseAsTexts = (text: string): unknown => {
  try {
    return load(text, { schema: FAILSAFE_SCHEMA.withTags(mergeTag), ...limits });
  } catch {
    return undefined;
  }
};

const asRefusal = (error: unknown): unknown => {
  if (!(error instanceof YAMLException)) return error;
  const place = error.mark ? { line: error.mark.line + 1, column: error.mark.column + 1 } : {};
  for (const [words, code, parameters] of limitReasons) {
    if (words.test(error.reason)) return specError(code, { ...parameters, ...place });
  }
  return specError('syntax', { message: error.reason, ...place });
};
