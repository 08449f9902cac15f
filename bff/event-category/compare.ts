import type { Actor } from '#domain/core/actor.ts';
import type { EventComparison } from '#domain/event-category/comparison.ts';
import type { CategoryHead } from '#specs/events/async-api.ts';
import { type SentSchema, writeEvents } from '#specs/events/read-events.ts';
import type { EventSamples } from '#specs/events/sample-events.ts';
import { documentOf, type SpecJobOptions, specResult } from '../documents/spec-job.ts';

/**
 * Makes a sample message for each event in a child process, within limits.
 * Throws a RefusedError: `spec.busy`, `spec.too-slow`.
 */
export const sampleMessages = async (
  by: Actor,
  events: readonly SentSchema[],
  signal?: SpecJobOptions['signal'],
): Promise<EventSamples> => {
  const { samples } = await specResult({ kind: 'samples' }, [await documentOf(writeEvents(events))], { by, signal });
  return samples;
};

/** Returns a category as an AsyncAPI document, made in a child process within limits. Throws as `sampleMessages`. */
export const asyncApiDocument = async (
  by: Actor,
  head: CategoryHead,
  events: readonly SentSchema[],
  signal?: SpecJobOptions['signal'],
): Promise<string> => {
  const documents = [await documentOf(writeEvents(events))];
  return (await specResult({ kind: 'async-api', head }, documents, { by, signal })).document;
};

/**
 * Checks the schemas of a category's events in a child process, within limits, and says what they mean for those who follow the
 * older ones.
 *
 * @param older nothing for a new category.
 * @throws RefusedError with a problem at `events.<index>.schema` for each fault; `spec.busy`, `spec.too-slow`.
 */
export const checkAndCompare = async (
  by: Actor,
  older: readonly SentSchema[],
  newer: readonly SentSchema[],
  signal?: SpecJobOptions['signal'],
): Promise<EventComparison> => {
  const documents = await Promise.all([older, newer].map((events) => documentOf(writeEvents(events))));
  const { comparison } = await specResult({ kind: 'events' }, documents, { by, signal });
  return comparison;
};
