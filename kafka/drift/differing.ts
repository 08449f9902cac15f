import { createHash } from 'node:crypto';
import { type FieldDifference, longestValue, mostFields } from '#domain/difference/difference.ts';
import type { FoundKafkaDifference } from '#domain/kafka-difference/kafka-difference.ts';
import { cutText } from '#platform/cut-text.ts';

/** What is otherwise at a Kafka than it was applied, without where and when. */
export type KafkaDiffering = Pick<
  FoundKafkaDifference,
  'objectId' | 'label' | 'name' | 'form' | 'fields' | 'digest' | 'isAdoptable' | 'isReappliable'
>;

const shortened = (value: string | null) => (value === null ? null : cutText(value, longestValue));

export const digestOf = (...values: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22);

/** Returns a difference with its digest and within the limits of an event. @param told fields that people are shown, and that change nothing. */
export const differing = (
  {
    name,
    fields,
    isAdoptable = false,
    isReappliable = false,
    ...rest
  }: Omit<KafkaDiffering, 'digest' | 'isAdoptable' | 'isReappliable'> & Partial<KafkaDiffering>,
  told: readonly FieldDifference[] = [],
): KafkaDiffering => ({
  ...rest,
  name: cutText(name, 300),
  digest: digestOf(rest.form, fields),
  fields: [...fields, ...told]
    .slice(0, mostFields)
    .map((each) => ({ ...each, applied: shortened(each.applied), held: shortened(each.held) })),
  isAdoptable,
  isReappliable,
});
