import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { entryOf, type TrailEntry } from './record.ts';

/** Texts that forge a line, a frame or a field where somebody writes them as they are. */
export const hostileTexts: readonly (readonly [what: string, text: string])[] = [
  ['a line break', 'harbour\r\n{"type":"UserErased"}\n<110>1 - - - - - -'],
  ['the end of a structure', 'x"] <0>1 - forged - - - ["'],
  ['backslashes', 'work\\group\\"]'],
  ['a terminal command', '\u001b[2J\u009b31m\u0007'],
  ['a null and controls', `a\0b${String.fromCharCode(...Array.from({ length: 32 }, (_, code) => code))}\u007f`],
  ['line separators', 'a\u2028b\u2029c\u0085d'],
  ['marks of direction', '\u202egnp.exe\u2066'],
  ['half a character', 'a\ud800b'],
  ['other alphabets', 'שלום, Grüße, 你好 🚢'],
  ['a million characters', 'ü'.repeat(1_000_000)],
];

/** An event of a business area with a name. */
export const sampleEvent = (
  name: string,
  more: Partial<Pick<RecordedEvent<PorticoEvent>, 'stream' | 'version'>> = {},
): RecordedEvent<PorticoEvent> => ({
  id: uuidV5(porticoNamespace, `trail ${more.version ?? 1}`),
  stream: 'business-area-7',
  version: 1,
  position: '',
  type: 'BusinessAreaAdded',
  data: { businessAreaId: 7, name, description: '' },
  meta: {
    actor: { userId: 12, organizationId: 3, roles: ['ROLE_PORTAL_ADMIN'] },
    commandId: uuidV5(porticoNamespace, 'command'),
    correlationId: uuidV5(porticoNamespace, 'correlation'),
    time: '2026-11-30T08:00:00.123Z',
    rule: 'business-area.save',
    client: { address: '192.0.2.1', userAgent: 'browser' },
  },
  ...more,
});

export const sampleEntry = (name: string, version = 1): TrailEntry =>
  entryOf(sampleEvent(name, { version }), new Map([[12, 'Ada Example']]));
