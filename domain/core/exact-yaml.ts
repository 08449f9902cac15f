import { DUMP_SCHEMA, defineScalarTag, dump, intCoreTag } from 'js-yaml';

/** Whole numbers of YAML beyond 2^53 as a bigint, so that they keep their digits, as `exact-json.ts` does. */
export const exactInt = defineScalarTag<number | bigint>(intCoreTag.tagName, {
  implicit: true,
  implicitFirstChars: intCoreTag.implicitFirstChars,
  resolve: (source, isExplicit, name) => {
    const value = intCoreTag.resolve(source, isExplicit, name);
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    return /^[+-]?\d+$/.test(source) ? BigInt(source.replace('+', '')) : value;
  },
  identify: (value) => typeof value === 'bigint' || intCoreTag.identify(value),
  represent: String,
});

const schema = DUMP_SCHEMA.withTags(exactInt);

/** Writes a value as block YAML without aliases. */
export const yamlText = (value: unknown): string => dump(value, { schema, noRefs: true, lineWidth: -1 });
