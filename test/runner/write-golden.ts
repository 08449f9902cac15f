import { access, writeFile } from 'node:fs/promises';
import type { EventDefinitions, EventMeta } from '#domain/core/event.ts';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { createCodec } from '#eventstore/codec.ts';
import { type GoldenFile, goldenDirectory, goldenKeys, goldenName } from '#eventstore/golden/golden-file.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { allNounExamples } from '../examples/all-noun-examples.ts';

/*
 * Writes the missing golden files, after a new event type or a new version of a type.
 * `--all` writes all current versions anew, which is right only before the first release.
 */
const everything = process.argv.includes('--all');
const definitions: EventDefinitions = eventCatalogue;
const codec = createCodec({ definitions, keys: goldenKeys });

const meta: EventMeta = {
  actor: { userId: 12, organizationId: 3, roles: ['ROLE_COMPANY_USER'], onBehalfOf: 13 },
  commandId: '3f0e1d2c-5b6a-4978-8695-a4b3c2d1e0f1',
  correlationId: '5b6a7988-3f0e-4d2c-9b1a-c2d1e0f1a4b3',
  causationId: '79883f0e-1d2c-4b5a-8a69-e0f1a4b3c2d1',
  time: '2026-01-02T03:04:05.678Z',
  client: { address: '192.0.2.1', userAgent: 'Mozilla/5.0 (example)' },
};

const examples = Object.fromEntries(allNounExamples.flatMap(({ events }) => Object.entries(events)));

for (const [type, { version }] of Object.entries(definitions)) {
  const file = new URL(goldenName(type, version), goldenDirectory);
  const known = await access(file).then(
    () => true,
    () => false,
  );
  if (known && !everything) continue;
  const id = uuidV5(porticoNamespace, `golden/${type}/${version}`);
  const stream = 'golden-1';
  const data = examples[type];
  if (!data) throw new Error(`${type} has no example in domain/<noun>/examples.ts`);
  const [encoded] = await codec.encode({ stream, expectedVersion: 0, events: [{ id, type, data }], meta });
  if (!encoded) throw new Error(`${type} was not encoded`);
  const stored = { ...encoded, stream, version: 1, position: '' };
  const [event] = await codec.decode([stored], { fresh: true });
  if (!event || event.fault) throw new Error(`${type}: ${event?.fault}`);
  const golden: GoldenFile = { stored, reads: { data: event.data, meta: event.meta } };
  await writeFile(file, `${JSON.stringify(golden, null, 2)}\n`);
  console.log(goldenName(type, version));
}
