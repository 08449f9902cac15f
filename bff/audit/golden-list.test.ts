import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorizationTable } from '#domain/core/authorization.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { recordVerification } from '#eventstore/record-verification.ts';
import { verifyWhenDue } from '#eventstore/run-verifications.ts';
import { asAdmin } from '#kafka/contract/on-broker.ts';
import { silentLog } from '#platform/log.ts';
import { createBrowser } from '#test/auth/browser.ts';
import { type Portal, startPortal } from '#test/auth/portal.ts';
import { accessRows, prepareCalls } from '#test/examples/all-route-examples.ts';
import { subjectOf } from '#test/examples/route-examples.ts';
import { registerBroker, startSandboxBroker } from '#test/kafka/any-broker.ts';
import { runSql } from '#test/postgres/sql.ts';
import { npmRun } from '#test/production/npm-run.ts';
import { type MemberName, memberNames } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { writeUnsealedEvent } from '#test/world/unsealed-event.ts';
import { lineOf } from '#workers/trail/line.ts';
import { entryOf } from '#workers/trail/record.ts';
import { hostileTexts } from '#workers/trail/sample-entries.ts';
import { syslogMessage } from '#workers/trail/syslog-message.ts';
import { nameless } from '../fixtures/specified-calls.ts';
import { newTopicAt } from '../fixtures/topic-at-broker.ts';
import { newId } from '../http/new-id.ts';
import { routes } from '../routes.ts';

/**
 * Requirement F2: what must be in the trail although it changes nothing, or although it was refused. Each is caused by a call to the
 * portal, with hostile text wherever the caller may write, and leaves exactly one record.
 */

const hostileText = hostileTexts.map(([, text]) => text.slice(0, 40)).join(' ');
/** What a header may hold that gets as far as the portal: bytes, and neither ends of lines nor a null. */
const headerText = `"},{"type":"UserErased"}] ${hostileText.toWellFormed()}`
  .split('')
  .filter((sign) => !['\0', '\r', '\n'].includes(sign) && sign <= '\u00ff')
  .join('');
/** What a reason takes: it is refused with controls and with marks of direction. */
const hostileReason = `"},{"type":"UserErased"}] \\" <0>1 - forged - - - ["' שלום, Grüße 🚢`;
const hostileHeaders = {
  'user-agent': `${headerText}${'x'.repeat(1_000_000)}`,
  'x-forwarded-for': `${headerText}, 203.0.113.9`,
  'x-correlation-id': headerText,
  'x-request-id': headerText,
  traceparent: headerText,
  'accept-language': headerText,
  referer: headerText,
};

type Place = Readonly<{ pool: BffWorld['pool']; services: Pick<BffWorld['services'], 'store'> }>;
const streamsOf = async ({ pool }: Place, type: string): Promise<readonly { stream: string; version: number }[]> =>
  (await pool.query('select stream, version from events where type = $1 order by xid, pos', [type])).rows;

/** Waits for a call and returns the one record that it left. @throws for none and for two. */
const recordOf = async (place: Place, type: string, cause: () => Promise<unknown>): Promise<RecordedEvent> => {
  const nameOf = ({ stream, version }: { stream: string; version: number }) => `${stream} ${version}`;
  const before = new Set((await streamsOf(place, type)).map(nameOf));
  await cause();
  const [made, ...more] = (await streamsOf(place, type)).filter((each) => !before.has(nameOf(each)));
  expect(more, type).toEqual([]);
  if (!made) throw new Error(`no ${type}`);
  const read = (await place.services.store.read(made.stream)).find(({ version }) => version === made.version);
  return read as RecordedEvent;
};

/** A record is what it says it is wherever it is read: in the log, as a line of JSON, and as a message of syslog. */
const expectWellFormed = (type: string, event: RecordedEvent, isCalled = true) => {
  const { id, meta } = event;
  expect(event.type).toBe(type);
  expect(meta.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(meta.correlationId).toMatch(/^[0-9a-f-]{36}$/);
  // Not what the caller wrote: these tests have no socket.
  expect(meta.client?.address).toBe(isCalled ? 'unknown' : undefined);
  expect(meta.client?.userAgent.length).toBe(isCalled ? 500 : undefined);
  expect(JSON.stringify(event).length).toBeLessThan(20_000);
  const entry = entryOf(event, new Map([[meta.actor.userId, hostileText]]));
  for (const text of [lineOf(entry), syslogMessage(entry, 'portal.example')])
    expect(text.replace(/^[^\ufeff]*\ufeff/, '')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
  expect(JSON.parse(lineOf(entry))).toMatchObject({ id, type, noun: expect.any(String) });
};

let world: BffWorld;
let callOf: Awaited<ReturnType<typeof prepareCalls>>;
beforeAll(async () => {
  world = await startBffWorld();
  callOf = await prepareCalls(world);
});
afterAll(() => world?.close());

describe('F2: a call of somebody who is signed in', () => {
  type Row = Readonly<{
    /** As the list of routes has it. */
    call: string;
    who: MemberName;
    status?: number;
    /** About a thing of the other organization. */
    other?: true;
    by?: 'bearer';
    /** Fields of the body that people write. */
    texts?: readonly string[];
    data?: object;
  }>;
  const refused = { status: 403, data: { refused: 'forbidden', count: 1 } } as const;

  const rows: readonly (readonly [name: string, type: string, row: Row])[] = [
    ['a refused role', 'CommandRefused', { call: 'POST /api/business-area', who: 'user', ...refused }],
    ['a refused script', 'CommandRefused', { call: 'POST /api/resources', who: 'user', by: 'bearer', ...refused }],
    ['a refused change of rights', 'CommandRefused', { call: 'POST /api/approval-rules', who: 'admin', ...refused }],
    ['a refused replay', 'CommandRefused', { call: 'POST /api/operations/{id}/replay', who: 'owner', ...refused }],
    ['a refused erasing', 'CommandRefused', { call: 'POST /api/user/erase', who: 'admin', ...refused }],
    ['a refused verification', 'CommandRefused', { call: 'POST /api/log-verification', who: 'support', ...refused }],
    [
      'a change of what is not theirs',
      'CommandRefused',
      { call: 'DELETE /api/consumer/{id}', who: 'user', other: true, status: 404, data: { refused: 'not-found' } },
    ],
    [
      'a secret that is not theirs',
      'CommandRefused',
      { call: 'POST /api/record-consumer', who: 'support', other: true, status: 404, data: { refused: 'not-found' } },
    ],
    [
      'a refusal by the state of a thing',
      'CommandRefused',
      { call: 'POST /api/consumer/{id}/rotation/end', who: 'portal', status: 409, data: { refused: 'conflict' } },
    ],
    ['a revealed key', 'CredentialRevealed', { call: 'POST /api/record-consumer', who: 'owner' }],
    [
      'a revealed key, to a script',
      'CredentialRevealed',
      { call: 'POST /api/record-consumer', who: 'owner', by: 'bearer' },
    ],
    [
      'a revealed login of events',
      'EventSubscriptionRevealed',
      { call: 'POST /api/event-subscription/{id}/credentials', who: 'owner' },
    ],
    ['a person who was looked at', 'PersonViewed', { call: 'GET /api/user', who: 'admin', data: { count: 1 } }],
    ['a person of others who was looked at', 'PersonViewed', { call: 'GET /api/user', who: 'portal', other: true }],
    ['a question about a person', 'PersonViewed', { call: 'GET /api/why-not', who: 'support' }],
    ['the audit, read', 'AuditRead', { call: 'GET /api/audit', who: 'auditor', data: { count: 1 } }],
    ['the state of a day, read', 'AuditRead', { call: 'GET /api/as-of', who: 'admin' }],
    ['an export of the audit', 'AuditExportBegun', { call: 'GET /api/audit/export', who: 'auditor' }],
    ['its end', 'AuditExportCompleted', { call: 'GET /api/audit/export', who: 'portal' }],
    ['a verification', 'LogVerificationRequested', { call: 'POST /api/log-verification', who: 'auditor' }],
    [
      'a replay',
      'OperationReplayRequested',
      { call: 'POST /api/operations/{id}/replay', who: 'support', texts: ['reason'] },
    ],
    ['a muted cause', 'DeskCauseMuted', { call: 'POST /api/desk/mutes', who: 'support', texts: ['reason'] }],
    ['a cause that is shown again', 'DeskCauseUnmuted', { call: 'POST /api/desk/unmutes', who: 'support' }],
    ['a saved filter of the audit', 'AuditFilterSaved', { call: 'POST /api/audit/filters', who: 'auditor' }],
    ['a rotated key', 'CredentialRotationRequested', { call: 'POST /api/consumer/{id}/rotation', who: 'owner' }],
    ['a removed key', 'ConsumerRemovalRequested', { call: 'DELETE /api/consumer/{id}', who: 'owner' }],
    ['a change of who may use an API', 'ApiAccessRevoked', { call: 'DELETE /api/api-access/{id}', who: 'portal' }],
    ['a setting of approvals', 'ApprovalRuleSet', { call: 'POST /api/approval-rules', who: 'portal' }],
    ['a new resource', 'RedisRegistered', { call: 'POST /api/resources', who: 'portal' }],
    [
      'a limit of a key',
      'KeyLimitChangeRequested',
      { call: 'PUT /api/swaggers/deployment/{id}/limit/{organizationId}', who: 'owner' },
    ],
    ['accepted terms', 'TermsAccepted', { call: 'POST /api/user/accept-terms', who: 'user' }],
    ['an erased person', 'UserErased', { call: 'POST /api/user/erase', who: 'portal' }],
  ];

  const textsIn = (json: unknown, texts: readonly string[]): unknown =>
    texts.length === 0
      ? json
      : { ...(json as object), ...Object.fromEntries(texts.map((name) => [name, hostileReason])) };

  it.each(rows)('%s', async (_name, type, row) => {
    const { call, who, status = 200, other, texts = [], data = {} } = row;
    const by = row.by ?? 'session';
    const { acme, partner } = world;
    const member = acme.members[who];
    const subject = subjectOf(other ? partner : acme);
    const { target, ...ask } = await callOf(call, subject, status === 200);
    await world.allShown();
    const json = ask.json === undefined ? {} : { json: textsIn(ask.json, texts) };
    const record = await recordOf(world, type, async () => {
      const method = call.split(' ')[0] as string;
      const headers = { ...('headers' in ask ? ask.headers : {}), ...hostileHeaders };
      const answer = await world.ask(member, method, target, { ...ask, ...json, by, headers });
      expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    });
    expectWellFormed(type, record);
    const { meta } = record;
    expect(meta.actor).toMatchObject({ userId: member.userId, organizationId: acme.organizationId });
    expect(Object.hasOwn(authorizationTable, meta.rule ?? '')).toBe(true);
    expect(meta.session !== undefined).toBe(by === 'session');
    expect(record.data).toMatchObject(data);
    // Read again, it is what was written.
    const [read] = await world.services.store.read(record.stream);
    expect(read).toBeDefined();
  });

  const exported = routes.filter(({ limit, recordsItself }) => limit === 'export' && !recordsItself);
  it.each(exported.map(({ method, path }) => `${method.toUpperCase()} ${path}`))(
    'a list as a file: %s',
    async (call) => {
      await world.pool.query(`delete from call_counts where key like 'export:%'`);
      const { statuses = [] } = accessRows.find((row) => nameless(row.call) === nameless(call)) ?? {};
      const member =
        world.acme.members[memberNames[statuses.findIndex((each) => each.startsWith('200'))] as MemberName];
      const { target, ...ask } = await callOf(call, subjectOf(world.acme), true);
      await world.allShown();
      const record = await recordOf(world, 'ListExported', async () => {
        const headers = { ...('headers' in ask ? ask.headers : {}), ...hostileHeaders };
        const answer = await world.ask(member, 'GET', target, { ...ask, headers });
        expect(answer.status).toBe(200);
      });
      expectWellFormed('ListExported', record);
      expect(record.data).toEqual({ organizationId: world.acme.organizationId, call });
    },
  );

  it('messages of a topic, whatever is in them', async () => {
    const broker = await startSandboxBroker();
    const kafkaEnvId = await newId(world.pool, 'resource');
    const { pool, services, seed, acme } = world;
    await registerBroker({ pool, vault: services.vault, send: seed.send as never }, kafkaEnvId, broker);
    const { id, name } = await newTopicAt(world, broker, kafkaEnvId);
    const hostile = { key: hostileText, value: hostileText, headers: { [headerText]: hostileText } };
    await asAdmin(broker, (kafka) => kafka.send(name, hostile));
    const record = await recordOf(world, 'TopicMessagesRead', async () => {
      const target = `/api/event-topic/${id}/messages`;
      const { status, body } = await world.ask(acme.members.user, 'POST', target, { headers: hostileHeaders });
      expect(status).toBe(200);
      expect(JSON.stringify(body)).toContain('UserErased');
    }).finally(broker.close);
    expectWellFormed('TopicMessagesRead', record);
    expect(record.meta.actor.userId).toBe(acme.members.user.userId);
    expect(record.meta.rule).toBe('event-topic.look');
    expect(record.data).toEqual({ eventTopicId: id, organizationId: acme.organizationId, messages: 1 });
  });
});

describe('F2: a verification', () => {
  it.each(['portal', 'operator'] as const)('of an altered log, by the %s', async (by) => {
    // What somebody forged stands in the log for good, so it comes after the calls.
    const about = { stream: `business-area-${by === 'portal' ? 900_001 : 900_002}`, version: 1 };
    const data = { businessAreaId: 900_001, name: hostileReason, description: hostileReason };
    await writeUnsealedEvent(world.ownerUrl, { ...about, type: 'BusinessAreaAdded', data });
    const { store } = world.services;
    const verifying = {
      pool: world.pool,
      record: (found: { events: number; findings: number }) => recordVerification(store, { by: 'portal', ...found }),
      answer: async () => true,
      verify: store.verify,
      log: silentLog,
      signal: new AbortController().signal,
    };
    // What somebody has asked for has its own entries. The next one is that of the next night.
    await verifyWhenDue(verifying);
    await runSql(world.ownerUrl, `update log_verifications set began_at = began_at - interval '1 day'`);
    const record = await recordOf(world, 'LogVerified', () =>
      by === 'portal' ? verifyWhenDue(verifying) : npmRun('log', ['verify'], world.operatorEnv),
    );
    expectWellFormed('LogVerified', record, false);
    expect(record.meta.actor).toMatchObject({ userId: 0 });
    expect(record.data).toEqual({ by, events: expect.any(Number), findings: by === 'portal' ? 1 : 2 });
  });
});

describe('F2: a sign-in', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await startPortal();
    await portal.registerOrganization(1, false);
    await portal.registerUser(101, 'ada@portico.example', 1, ['ROLE_COMPANY_USER']);
  });
  afterAll(() => portal?.close());

  /** A browser that sends hostile text wherever it can. */
  const hostile = () => {
    const { app } = portal;
    const request: typeof app.request = (input, init = {}, ...rest) => {
      const headers = new Headers(init.headers);
      for (const [name, value] of Object.entries(hostileHeaders)) headers.set(name, value);
      return app.request(input, { ...init, headers }, ...rest);
    };
    return createBrowser({ app: { request } as typeof app, issuer: portal.issuer });
  };
  const failing = async (browser: ReturnType<typeof hostile>, change: (callback: URL) => void) => {
    const callback = new URL(await browser.walkProvider(await browser.startSignIn(), 'ada'));
    change(callback);
    await browser.request(callback.href);
  };

  const causes: readonly (readonly [name: string, type: string, data: object, cause: () => Promise<unknown>])[] = [
    ['that succeeds', 'UserSignedIn', {}, () => hostile().signIn('ada')],
    [
      'that is repeated for something that needs a fresh one',
      'UserSignedIn',
      {},
      () =>
        hostile().signIn('ada', `/auth/login?fresh=1&returnTo=${encodeURIComponent(`/${hostileText.toWellFormed()}`)}`),
    ],
    [
      'and a sign-out',
      'UserSignedOut',
      {},
      async () => {
        const browser = hostile();
        await browser.signIn('ada');
        await browser.post('/auth/logout');
      },
    ],
    ['of a stranger', 'SignInRefused', { reason: 'sign-in.request-access' }, () => hostile().signIn('stranger')],
    [
      'with an address that nobody verified',
      'SignInRefused',
      { reason: 'sign-in.email-unverified' },
      () => hostile().signIn('unverified'),
    ],
    [
      'with the name of somebody else',
      'SignInRefused',
      { reason: 'sign-in.email-unverified' },
      () => hostile().signIn('pretender'),
    ],
    [
      'with a made-up code',
      'SignInRefused',
      { reason: 'sign-in.failed' },
      () => failing(hostile(), (callback) => callback.searchParams.set('code', hostileText)),
    ],
    [
      'with the state of another browser',
      'SignInRefused',
      { reason: 'sign-in.failed' },
      () => failing(hostile(), (callback) => callback.searchParams.set('state', hostileText)),
    ],
    [
      'with the answer of another provider',
      'SignInRefused',
      { reason: 'sign-in.failed' },
      () =>
        failing(hostile(), (callback) =>
          callback.searchParams.set('iss', `https://${encodeURIComponent(hostileText.toWellFormed())}`),
        ),
    ],
    [
      'that the provider refused',
      'SignInRefused',
      { reason: 'sign-in.failed' },
      () =>
        failing(hostile(), (callback) => {
          callback.searchParams.delete('code');
          callback.searchParams.set('error', 'server_error');
          callback.searchParams.set('error_description', hostileText);
        }),
    ],
  ];
  it.each(causes)('%s', async (_name, type, data, cause) => {
    const record = await recordOf(portal, type, cause);
    expectWellFormed(type, record);
    expect(record.data).toMatchObject(data);
  });
});
