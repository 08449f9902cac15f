import { expect, test } from 'vitest';
import { endCauses, spanKinds, spanNouns } from '#domain/as-of/span.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { plainOrganization } from '#domain/organization/details.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { fc, seed } from '#test/runner/chance.ts';
import { credentialsOf, idOf } from '#test/world/sample-events.ts';
import { accessSpansTable, type Span } from './access-spans.ts';
import { allProjections } from './all-projections.ts';
import type { ConnectionLine } from './engine/connection-line.ts';
import { anyHistoryOf, type Happening } from './engine/fixture/random-history.ts';
import { replayAccess } from './engine/fixture/replay-access.ts';
import { createHandling, type Projection, tablesOf } from './engine/projection.ts';
import { openRows } from './engine/rows.ts';

type Happened = RecordedEvent<PorticoEvent>;

const asOf: Projection = allProjections.find(({ name }) => name === 'as-of') as Projection;

/** Tables are empty: all rows are in the batch. */
const nothing = (async () => ({ rows: [] })) as unknown as ConnectionLine;

/** Returns the spans that the projection writes of events. */
const spansOf = async (events: readonly Happened[]): Promise<Span[]> => {
  const opened = new Map(tablesOf(asOf).map((table) => [table.name, openRows(nothing, table, 1)]));
  const { concerns, handle } = createHandling(asOf);
  await handle(events.filter(concerns), opened);
  const spans = opened.get(accessSpansTable.name)?.changes() ?? [];
  return spans.flatMap(({ after }) => (after ? [after as unknown as Span] : []));
};

const isAt = ({ since, until }: Span, at: Date): boolean => since <= at && (until === null || until > at);

const answerOf = (spans: readonly Span[], at: Date): string[] => {
  const texts = spans
    .filter((span) => isAt(span, at))
    .map(({ subject, part, kind, noun, organization_id, detail }) => {
      const roles = noun === 'user' ? ` ${organization_id} ${detail.external} ${detail.roles?.join(' ')}` : '';
      return `${subject}/${part}/${kind}${roles}`;
    });
  return [...new Set(texts)].sort();
};

const actor = { userId: 8, organizationId: 1, roles: ['ROLE_PORTAL_ADMIN'] };

/** Gives each happening its time: `gaps` are the milliseconds since the one before it. */
const recorded = (history: readonly Happening[], gaps: readonly number[]): Happened[] => {
  let time = Date.parse('2026-11-30T12:00:00Z');
  const versions = new Map<string, number>();
  return history.flatMap(({ stream, events }, place) => {
    time += gaps[place % gaps.length] ?? 0;
    return events.map((event, index) => {
      const version = (versions.get(stream) ?? 0) + 1;
      versions.set(stream, version);
      const meta = { actor, commandId: idOf('command'), correlationId: 'test', time: new Date(time).toISOString() };
      return { ...event, id: idOf(`${place}/${index}`), stream, version, position: `${place}`, meta } as Happened;
    });
  });
};

const nouns = [
  ...['organization', 'suspension', 'operation', 'access', 'api', 'deployment', 'consumer', 'drift'],
  ...['event-topic', 'event-subscription', 'kafka-difference', 'user', 'application'],
];

test(`the spans say at each moment what a replay of all events says (seed ${seed})`, async () => {
  const gap = fc.constantFrom(0, 0, 1, 60_000, 1_800_000);
  const gaps = fc.array(gap, { minLength: 20, maxLength: 40 });
  const moments = fc.array(fc.tuple(fc.nat(999), fc.integer({ min: -1, max: 1 })), { minLength: 25, maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(anyHistoryOf(nouns, 150), gaps, moments, async (history, between, chosen) => {
      const events = recorded(history, between);
      const spans = await spansOf(events);
      // None ends before it begins.
      expect(spans.filter(({ since, until }) => until !== null && until < since)).toEqual([]);
      const times = [...events.map(({ meta }) => Date.parse(meta.time)), ...spans.map(({ until }) => Number(until))];
      for (const [place, beside] of chosen) {
        const at = new Date((times[place % times.length] ?? 0) + beside);
        expect(answerOf(spans, at), at.toISOString()).toEqual(replayAccess(events, at));
      }
    }),
    { numRuns: 60 },
  );
});

test('the random histories have each kind, noun and cause of a span', async () => {
  // The same histories in every run, so that this says the same each time.
  const histories = fc.sample(anyHistoryOf(nouns, 150), { seed: 4, numRuns: 60 });
  const spans = (await Promise.all(histories.map((history) => spansOf(recorded(history, [60_000]))))).flat();
  const met = new Set(spans.flatMap(({ kind, noun, cause }) => [kind, noun, cause]));
  // Chance makes few keys without access whose organization becomes external: that is tried below.
  const rare = new Set<string>(['became-external']);
  expect([...spanKinds, ...spanNouns, ...endCauses].filter((each) => !met.has(each) && !rare.has(each))).toEqual([]);
});

const [organizationId, apiId, deploymentId, consumerId] = [2, 3, 4, 7];
const subject = { consumerId, operationId: idOf('adding'), deploymentId, apiId, organizationId };
const settings = { nickname: 'Till', rateLimit: null, requestTransformer: null };
const credentials = credentialsOf('one', ['oauth2']);
const asked: PorticoEvent = {
  type: 'ConsumerRequested',
  data: { ...subject, ...settings, credentials, grantId: 21 },
};
const granted: PorticoEvent = {
  type: 'ApiAccessGranted',
  data: { grantId: 21, apiId, organizationId, requestId: null },
};
const revoked: PorticoEvent = { type: 'ApiAccessRevoked', data: { grantId: 21, apiId, organizationId } };
const applied: PorticoEvent = { type: 'ConsumerApplied', data: { consumerId, operationId: idOf('adding') } };
const removed: PorticoEvent = { type: 'ConsumerRemoved', data: { consumerId, operationId: idOf('adding') } };
const [access, key] = [`access-${apiId}-${organizationId}`, `consumer-${consumerId}`];
const hour = 3_600_000;
const timeAt = (hours: number) => new Date(Date.parse('2026-11-30T12:00:00Z') + hours * hour);

test('a key is entitled from its request to the end of its grant, and in force until the gateway has lost it', async () => {
  const events = recorded(
    [
      { stream: access, events: [granted] },
      { stream: key, events: [asked] },
      { stream: key, events: [applied] },
      { stream: access, events: [revoked] },
      { stream: key, events: [removed] },
    ],
    [hour],
  );
  const spans = (await spansOf(events)).filter(({ noun }) => noun === 'consumer');
  const both = { subject: key, part: 1, name: 'Till', client: 'client-one', given_by: 8, given_at: timeAt(1) };
  expect(spans).toMatchObject([
    { ...both, kind: 'entitled', since: timeAt(2), until: timeAt(4), ended_by: 8, cause: 'revoked' },
    // An hour longer than it was allowed.
    { ...both, kind: 'in-force', since: timeAt(3), until: timeAt(5), cause: 'removed' },
  ]);
  // Of a secret nothing is kept.
  expect(JSON.stringify(spans)).not.toContain(credentials.oauth2?.clientSecret.fingerprint);
});

test('a key is entitled until its own last day is over, or that of its access where it comes first, and in force until it is removed', async () => {
  const keysOf = async (endsAt: Date, accessEnd: Date) => {
    const end = { grantId: 21, apiId, organizationId, from: null, to: accessEnd.toISOString() };
    const keyWithEnd = { ...asked, data: { ...asked.data, endsAt: endsAt.toISOString() } } as PorticoEvent;
    const removal: PorticoEvent = {
      type: 'ConsumerRemovalRequested',
      data: { ...subject, endsAt: endsAt.toISOString() },
    };
    const history = [
      { stream: access, events: [granted] },
      { stream: access, events: [{ type: 'ApiAccessEndChanged', data: end } as const] },
      { stream: key, events: [keyWithEnd] },
      { stream: key, events: [applied] },
      { stream: key, events: [removal] },
      { stream: key, events: [removed] },
    ];
    return (await spansOf(recorded(history, [hour]))).filter(({ noun }) => noun === 'consumer');
  };
  const inForce = { kind: 'in-force', since: timeAt(4), until: timeAt(6), cause: 'removed' };
  const entitled = { kind: 'entitled', since: timeAt(3), until: timeAt(4.5), ended_by: null, cause: 'expired' };
  expect(await keysOf(timeAt(4.5), timeAt(9))).toMatchObject([entitled, inForce]);
  expect(await keysOf(timeAt(9), timeAt(4.5))).toMatchObject([entitled, inForce]);
});

test('a key without access ends when its organization becomes external', async () => {
  const from = { ...plainOrganization, name: 'Partner', external: false, description: '', contact: '' };
  const to = { ...from, external: true };
  const stream = `organization-${organizationId}`;
  const added = { ...asked, data: { ...asked.data, grantId: null } } as PorticoEvent;
  const events = recorded(
    [
      { stream, events: [{ type: 'OrganizationRegistered', data: { organizationId, ...from } }] },
      { stream: key, events: [added] },
      { stream, events: [{ type: 'OrganizationDetailsChanged', data: { organizationId, from, to } }] },
    ],
    [hour],
  );
  expect(await spansOf(events)).toMatchObject([
    { kind: 'entitled', since: timeAt(2), until: timeAt(3), cause: 'became-external' },
  ]);
});

test('a clock that went back ends a span where it began', async () => {
  const history = [granted, revoked].map((event) => ({ stream: access, events: [event] }));
  const [span] = await spansOf(recorded(history, [hour, -hour]));
  expect([span?.since, span?.until]).toEqual([timeAt(1), timeAt(1)]);
});

test('protection that was lost was lost at any time since it was last seen whole', async () => {
  const lost: PorticoEvent = {
    type: 'ProtectionLost',
    data: {
      deploymentId,
      apiId,
      gatewayId: 1,
      operationId: idOf('putting back'),
      look: '1/1',
      objects: [{ label: 'plugin acl', found: 'missing' }],
      keys: [],
      intactAt: timeAt(-1).toISOString(),
    },
  };
  const back: PorticoEvent = { type: 'ProtectionPutBack', data: { deploymentId, operationId: idOf('putting back') } };
  const history = [lost, back].map((event) => ({ stream: `drift-${deploymentId}`, events: [event] }));
  expect(await spansOf(recorded(history, [hour]))).toMatchObject([
    {
      kind: 'drift',
      subject: `deployment-${deploymentId}`,
      organization_id: null,
      detail: { lost: ['plugin acl'], foundAt: timeAt(1).toISOString() },
      since: timeAt(-1),
      until: timeAt(2),
      cause: 'put-back',
    },
  ]);
});

test("a key's drift says what the key lost, and nothing of other keys", async () => {
  const object = { label: 'plugin acl', found: 'missing', name: 'acl' } as const;
  const own = { label: 'oauth2', found: 'changed', name: 'till', keyId: consumerId } as const;
  const others = { label: 'key-auth', found: 'missing', name: 'rival', keyId: 8 } as const;
  const lossOf = (objects: Extract<PorticoEvent, { type: 'ProtectionLost' }>['data']['objects'], look: string) => ({
    stream: `drift-${deploymentId}`,
    events: [
      {
        type: 'ProtectionLost',
        data: {
          ...{ deploymentId, apiId, gatewayId: 1, operationId: idOf(look), look, objects },
          ...{ keys: [consumerId], intactAt: null },
        },
      } satisfies PorticoEvent,
    ],
  });
  const { keyId: _, ...older } = own;
  const history = [
    { stream: key, events: [asked] },
    lossOf([object, own, others], '1/1'),
    lossOf([object, older], '1/2'),
  ];
  const spans = (await spansOf(recorded(history, [hour]))).filter(({ kind }) => kind === 'drift');
  expect(spans.map(({ noun, since, detail }) => [noun, since, detail.lost])).toEqual([
    ['deployment', timeAt(2), ['plugin acl', 'oauth2', 'key-auth']],
    ['consumer', timeAt(2), ['oauth2']],
    ['deployment', timeAt(3), ['plugin acl', 'oauth2']],
    // Older events do not say whose an object was.
    ['consumer', timeAt(3), []],
  ]);
});
