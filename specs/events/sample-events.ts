import { exactJson } from '#domain/core/exact-json.ts';
import { none, samplesOf } from '../sample/sample-of.ts';
import { fieldsOf, listOf } from '../spec-tree.ts';
import { parseSchema } from './check-schema.ts';
import { inOneForm } from './dialect.ts';
import type { SentSchema } from './read-events.ts';

/**
 * A message for each event, and its schema, both as indented JSON.
 *
 * @property sample null: none was found that obeys the schema.
 */
export type EventSamples = readonly Readonly<{ eventTypeId: string; schema: string; sample: string | null }>[];

/** Returns a sample message of each event; an example of its author first. Call it in a child process only. */
export const sampleEvents = (events: readonly SentSchema[]): EventSamples =>
  events.map(({ eventTypeId, schema }) => {
    const written = fieldsOf(parseSchema(schema, { exact: true })) ?? {};
    const form = inOneForm(written);
    const value = samplesOf(form).sample(form, listOf(form.examples));
    return {
      eventTypeId,
      schema: exactJson(written, 2) ?? '',
      sample: value === none ? null : (exactJson(value, 2) ?? null),
    };
  });
