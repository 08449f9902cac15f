import { exactJson } from '#domain/core/exact-json.ts';
import { referenceOf } from '../compare/schema-names.ts';
import { none, samplesOf } from '../sample/sample-of.ts';
import { type Fields, fieldsOf, listOf } from '../spec-tree.ts';
import { parseSchema } from './check-schema.ts';
import { dialectOf, inOneForm } from './dialect.ts';
import type { SentSchema } from './read-events.ts';
import { mapSchemas, schemasIn } from './walk-schema.ts';

/** What an export says of the category. */
export type CategoryHead = Readonly<{ name: string; description: string; version: number }>;

/** `prefixItems` and what goes with them, as draft-07 writes them. */
const toDraft07 = ({ prefixItems, items, dependentRequired, dependentSchemas, $anchor, ...others }: Fields): Fields => {
  const lists =
    prefixItems === undefined
      ? { ...(items !== undefined && { items }) }
      : { items: prefixItems, ...(items !== undefined && { additionalItems: items }) };
  const dependencies = { ...fieldsOf(dependentRequired), ...fieldsOf(dependentSchemas) };
  return { ...others, ...lists, ...(Object.keys(dependencies).length > 0 && { dependencies }) };
};

/** In draft-07 nothing counts beside a reference. */
const referenceAlone = (fields: Fields): Fields => {
  const { $ref, $defs, definitions, ...beside } = fields;
  if ($ref === undefined || Object.keys(beside).length === 0) return fields;
  return {
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
    allOf: [{ $ref }, beside],
  };
};

const notDraft07 = new Set(['$schema', '$id', '$dynamicAnchor', 'beside $ref']);

/** Returns the places of named anchors, as JSON pointers. */
const anchorsIn = (schema: Fields): ReadonlyMap<string, string> =>
  new Map(
    schemasIn(schema).flatMap(([place, { $anchor, $dynamicAnchor }]) =>
      [$anchor, $dynamicAnchor].flatMap((name): [string, string][] =>
        typeof name === 'string' ? [[`#${name}`, `#${place}`]] : [],
      ),
    ),
  );

/**
 * Returns an event's schema for a place in an AsyncAPI document. AsyncAPI's own schemas are draft-07 (3.0.0, "Schema Object"), and
 * tools hardly know another dialect. Words that draft-07 lacks are left as they are: they limit nothing there.
 */
const schemaAt = (schema: Fields, pointer: string): unknown => {
  const isOld = dialectOf(schema) === 'draft-07';
  const form = inOneForm(schema);
  const anchors = anchorsIn(form);
  const moved = ($ref: unknown): unknown => {
    if (typeof $ref !== 'string' || referenceOf({ $ref }) === undefined) return $ref;
    const target = anchors.get($ref) ?? $ref;
    return `${pointer}${target.slice(1)}`;
  };
  return mapSchemas(form, (fields) => {
    const kept = Object.fromEntries(Object.entries(toDraft07(fields)).filter(([word]) => !notDraft07.has(word)));
    const here = '$ref' in kept ? { ...kept, $ref: moved(kept.$ref) } : kept;
    return isOld ? here : referenceAlone(here);
  });
};

/** Returns a name for each event that AsyncAPI takes (letters, digits, `.`, `-` and `_`), each once. */
const keysOf = (events: readonly SentSchema[]): string[] => {
  const used = new Set<string>();
  return events.map(({ eventTypeId }) => {
    const plain = eventTypeId.replaceAll(/[^A-Za-z0-9._-]/g, '_');
    let key = plain;
    for (let count = 2; used.has(key); count += 1) key = `${plain}_${count}`;
    used.add(key);
    return key;
  });
};

/**
 * Returns the events of a category as an AsyncAPI 3.0.0 document: one channel, whose address is not known before there is a topic,
 * with a message for each event. Call it in a child process only.
 */
export const asyncApiOf = ({ name, description, version }: CategoryHead, events: readonly SentSchema[]): string => {
  const keys = keysOf(events);
  const parts = events.map((event, index) => {
    const key = keys[index] ?? '';
    const schema = fieldsOf(parseSchema(event.schema, { exact: true })) ?? {};
    const form = inOneForm(schema);
    const sample = samplesOf(form).sample(form, listOf(form.examples));
    const message = {
      name: event.eventTypeId,
      title: event.name,
      description: event.description,
      contentType: 'application/json',
      payload: { $ref: `#/components/schemas/${key}` },
      ...(fieldsOf(sample) && sample !== none && { examples: [{ payload: sample }] }),
    };
    return { key, message, schema: schemaAt(schema, `#/components/schemas/${key}`) };
  });
  const document = {
    asyncapi: '3.0.0',
    info: { title: name, version: String(version), description },
    defaultContentType: 'application/json',
    channels: {
      events: {
        address: null,
        title: name,
        messages: Object.fromEntries(keys.map((key) => [key, { $ref: `#/components/messages/${key}` }])),
      },
    },
    components: {
      messages: Object.fromEntries(parts.map(({ key, message }) => [key, message])),
      schemas: Object.fromEntries(parts.map(({ key, schema }) => [key, schema])),
    },
  };
  return exactJson(document, 2) ?? '';
};
