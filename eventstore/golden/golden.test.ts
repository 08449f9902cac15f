import { expect, test } from 'vitest';
import type { EventDefinitions } from '#domain/core/event.ts';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { allNounExamples } from '#test/examples/all-noun-examples.ts';
import { createCodec } from '../codec.ts';
import { goldenKeys, goldenName, readGoldenFiles } from './golden-file.ts';

const definitions: EventDefinitions = eventCatalogue;
const files = await readGoldenFiles();
const codec = createCodec({ definitions, keys: goldenKeys });

test('G6: each version of each event type has a golden file', () => {
  const wanted = Object.entries(definitions).flatMap(([type, { version }]) =>
    Array.from({ length: version }, (_, index) => goldenName(type, index + 1)),
  );
  const missing = wanted.filter((name) => !files.has(name));
  expect(missing, 'write them with: npm run golden').toEqual([]);
});

test.each([...files])('G6: %s reads the same as always', async (_, { stored, reads }) => {
  const [event] = await codec.decode([stored], { fresh: true });
  expect(event?.fault).toBeUndefined();
  expect(event?.data).toEqual(reads.data);
  expect(event?.meta).toEqual(reads.meta);
});

test.each([...files])('E2: the stored form of %s has no personal data', (_, { stored, reads }) => {
  const personal = definitions[stored.type]?.personal?.fields ?? [];
  const data = reads.data as Record<string, unknown>;
  const stands = JSON.parse(stored.data) as Record<string, unknown>;
  for (const field of personal) if (typeof data[field] === 'string') expect(stands[field]).toHaveProperty('$sealed');
  expect(stored.meta).not.toContain('192.0.2.1');
});

test('every event type has an example, which its schema takes', () => {
  const examples = allNounExamples.flatMap(({ events }) => Object.entries(events));
  expect(examples.map(([type]) => type).sort()).toEqual(Object.keys(definitions).sort());
  for (const [type, data] of examples) expect(definitions[type]?.schema.parse(data), type).toEqual(data);
});
