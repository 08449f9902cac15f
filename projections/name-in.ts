import type { EventDefinition } from '#domain/core/event.ts';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { cutText } from '#platform/cut-text.ts';

/** Characters of a name in the history. */
const longestName = 200;

type Named = Readonly<{ name?: unknown }>;
type Said = Named & Readonly<{ to?: Named; details?: Named; profile?: Named }>;

/** Returns the fields of an event that name or describe people: they are shown nowhere but where they are erased. */
export const personalFieldsOf = (type: string): readonly string[] =>
  (eventCatalogue as Readonly<Record<string, EventDefinition>>)[type]?.personal?.fields ?? [];

/** Returns the name that an event gives to its thing; undefined for an event that says none. */
export const nameIn = ({ type, data }: Pick<RecordedEvent, 'type' | 'data'>): string | undefined => {
  if (personalFieldsOf(type).includes('name')) return undefined;
  const { name, to, details } = data as Said;
  const said = name ?? to?.name ?? details?.name;
  return typeof said === 'string' ? cutText(said, longestName) : undefined;
};
