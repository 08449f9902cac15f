import { type Fields, fieldsOf } from '../spec-tree.ts';
import { mapSchemas } from './walk-schema.ts';

export type Dialect = 'draft-07' | '2020-12';

const dialects: Readonly<Record<string, Dialect>> = {
  'http://json-schema.org/draft-07/schema': 'draft-07',
  'https://json-schema.org/draft-07/schema': 'draft-07',
  'https://json-schema.org/draft/2020-12/schema': '2020-12',
};

/** Returns the dialect of an event's schema, which its `$schema` says. Default: 2020-12. Undefined for any other. */
export const dialectOf = ({ $schema }: Fields): Dialect | undefined => {
  if ($schema === undefined) return '2020-12';
  return typeof $schema === 'string' ? dialects[$schema.replace(/#$/, '')] : undefined;
};

/** Words of OpenAPI and notes: no validator of messages looks at them. */
const without = new Set(['discriminator', 'example', 'externalDocs', 'nullable', 'readOnly', 'writeOnly', 'xml']);

/** What may stand beside a reference without limiting a message. */
const besideReference = new Set(['$ref', '$schema', '$id', '$comment', 'definitions', '$defs', 'title', 'description']);

/** `dependencies` of draft-07 in the two words of 2020-12. */
const dependenciesOf = (dependencies: unknown): Fields => {
  const all = Object.entries(fieldsOf(dependencies) ?? {});
  const [required, schemas] = [
    all.filter(([, one]) => Array.isArray(one)),
    all.filter(([, one]) => !Array.isArray(one)),
  ];
  return {
    ...(required.length > 0 && { dependentRequired: Object.fromEntries(required) }),
    ...(schemas.length > 0 && { dependentSchemas: Object.fromEntries(schemas) }),
  };
};

/**
 * In draft-07 what stands beside a reference does not count (core, 8.3). Some validators count it all the same, as 2020-12 does. So
 * it is compared like any other word, and this one is there to differ when the dialect changes.
 */
const besideWord = { 'beside $ref': 'ignored' };

/** Returns a schema of draft-07 with the words of 2020-12 (2020-12 core, "Appendix: changes"). */
const fromDraft07 = (written: Fields): Fields => {
  const isLimited = '$ref' in written && Object.keys(written).some((word) => !besideReference.has(word));
  const { items, additionalItems, dependencies, $id, ...others } = written;
  const lists = Array.isArray(items)
    ? { prefixItems: items, ...(additionalItems !== undefined && { items: additionalItems }) }
    : { ...(items !== undefined && { items }) };
  const anchor = typeof $id === 'string' && $id.startsWith('#') ? { $anchor: $id.slice(1) } : {};
  return {
    ...others,
    ...lists,
    ...anchor,
    ...(isLimited && besideWord),
    ...(dependencies !== undefined && dependenciesOf(dependencies)),
  };
};

/** `$dynamicRef` leads where `$ref` leads, because an event's schema is one document. */
const plainReference = ({ $dynamicRef, ...fields }: Fields): Fields =>
  typeof $dynamicRef === 'string' && !('$ref' in fields)
    ? { ...fields, $ref: $dynamicRef }
    : { ...fields, ...($dynamicRef !== undefined && { $dynamicRef }) };

/** Returns an event's schema in one form, so that the same in draft-07 and 2020-12 is compared as the same. */
export const inOneForm = (schema: Fields): Fields => {
  const convert = dialectOf(schema) === 'draft-07' ? fromDraft07 : plainReference;
  const form = mapSchemas(schema, (fields) =>
    Object.fromEntries(Object.entries(convert(fields)).filter(([word]) => !without.has(word))),
  );
  return fieldsOf(form) ?? {};
};
