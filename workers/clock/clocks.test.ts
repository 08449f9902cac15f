import { beforeAll, describe, expect, it } from 'vitest';
import { accessIdOf, accessIdOfPair } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { applicationDecider } from '#domain/application/decider.ts';
import { begunBefore } from '#domain/clock/step-at.ts';
import { kafkaDifferenceIdOf } from '#domain/difference/kafka-subject.ts';
import { eventCategoryDecider } from '#domain/event-category/decider.ts';
import { kafkaDifferenceDecider } from '#domain/kafka-difference/decider.ts';
import { registrationDecider } from '#domain/registration/decider.ts';
import { userDecider } from '#domain/user/decider.ts';
import { randomId } from '#platform/uuid.ts';
import type { WorkerWorld } from '#test/world/worker-world.ts';
import { findDecision, untoldDecisions } from '../mail/waiting-decisions.ts';
import { clockDays, clockWorld } from './fixture/clock-world.ts';

const { world, idOf, company, register, look, shown, toldOf, noticesOf } = clockWorld();

let own: number;
let partner: number;
beforeAll(async () => {
  own = await company('Own', false);
  partner = await company('Partner', true);
  await register('ada', own, 'ROLE_PORTAL_ADMIN');
  await register('ben', own, 'ROLE_PORTAL_ADMIN');
  await register('audrey', own, 'ROLE_AUDITOR');
  await register('maintainer', own, 'ROLE_COMPANY_USER');
  await register('guest', partner, 'ROLE_AUDITOR');
  await register('boss', partner, 'ROLE_COMPANY_ADMIN');
  await register('asker', partner, 'ROLE_COMPANY_USER');
});

const ask = async (pair: Parameters<typeof accessIdOfPair>[0], requestedBy: number) => {
  const requestId = world().nextId();
  const data = { requestId, ...pair, requestedBy, reason: '' };
  await world().send(accessDecider, accessIdOfPair(pair), { type: 'RequestAccess', data });
  return requestId;
};
const newCategory = async () => {
  const eventCategoryId = world().nextId();
  const about = { name: `Events ${eventCategoryId}`, description: '', type: '', businessAreaId: 1, events: [] };
  await world().send(eventCategoryDecider, eventCategoryId, {
    type: 'AddEventCategory',
    data: { eventCategoryId, ...about },
  });
  return eventCategoryId;
};
/** An API of an application whose maintainers decide. */
const newDecidedApi = async () => {
  const [applicationId, apiId] = [world().nextId(), world().nextId()];
  const details = { name: `App ${applicationId}`, description: '', external: false };
  const owners = [idOf('maintainer')];
  const data = { applicationId, organizationId: own, ...details, owners };
  await world().send(applicationDecider, applicationId, { type: 'RegisterApplication', data });
  const rest = { contact: null, invited: [], hasApis: false, maintainersDecide: true };
  const change = { organizationId: own, ...details, owners, ...rest };
  await world().send(applicationDecider, applicationId, { type: 'ChangeApplication', data: change });
  await world().request.publish(apiId, { organizationId: own, applicationId });
  return apiId;
};

describe('the clock of a request for access', () => {
  it('reminds in the middle of the time and a day before, and goes on to others, once each, by two workers', async () => {
    const requestId = await ask({ eventCategoryId: await newCategory(), organizationId: partner }, idOf('asker'));
    const id = `access-${requestId}`;
    await look(35);
    expect(await toldOf(id)).toEqual([]);
    await look(37, 2);
    expect(await toldOf(id)).toEqual(['half']);
    for (const hours of [40, 49]) await look(hours, 2);
    expect(await toldOf(id)).toEqual(['half', 'day']);
    await look(73, 2);
    // Administrators decide, and nobody else could. Auditors of the company that runs the portal hear of it.
    const all = ['ada as portal-administrators', 'audrey as auditors', 'ben as portal-administrators'];
    expect(await toldOf(id)).toEqual(['half', 'day', all]);
    expect(await noticesOf(id)).toEqual(['ada', 'audrey', 'ben']);
    await look(500, 2);
    expect(await toldOf(id)).toHaveLength(3);
  });

  it('is not told of any more once it is decided, and the notices go', async () => {
    const eventCategoryId = await newCategory();
    const pair = { eventCategoryId, organizationId: partner };
    const [decided, other] = [await ask(pair, idOf('asker')), await ask({ ...pair, organizationId: own }, idOf('ben'))];
    await look(73);
    expect(await noticesOf(`access-${decided}`)).toEqual(['ada', 'audrey', 'ben']);
    // Whoever asked does not decide, and so is told nothing.
    expect(await noticesOf(`access-${other}`)).toEqual(['ada', 'audrey']);
    const data = { requestId: decided, note: '', decidedBy: idOf('ada') };
    await world().send(accessDecider, accessIdOfPair(pair), { type: 'DenyRequest', data });
    await shown();
    expect(await noticesOf(`access-${decided}`)).toEqual([]);
    expect(await noticesOf(`access-${other}`)).toEqual(['ada', 'audrey']);
    const again = await ask(pair, idOf('asker'));
    await world().send(accessDecider, accessIdOfPair(pair), {
      type: 'DenyRequest',
      data: { ...data, requestId: again },
    });
    await look(73);
    expect(await toldOf(`access-${again}`)).toEqual([]);
  });

  it('goes from the maintainers to the portal’s administrators, and to auditors only where those decide first', async () => {
    const apiId = await newDecidedApi();
    const requestId = await ask({ apiId, organizationId: partner }, idOf('asker'));
    await look(73);
    expect(await toldOf(`access-${requestId}`)).toEqual([
      ['ada as portal-administrators', 'ben as portal-administrators'],
    ]);
    expect((await world().store.read(`access-${accessIdOf(apiId, partner)}`)).map(({ type }) => type)).toEqual([
      'ApiAccessRequested',
    ]);
  });
});

it('a request for an account goes from the company’s administrators to those of the portal', async () => {
  const [first, other] = [world().nextId(), world().nextId()];
  for (const [registrationId, name] of [
    [first, 'Partner'],
    [other, 'Nobody yet'],
  ] as const)
    await world().send(registrationDecider, registrationId, {
      type: 'RequestRegistration',
      data: {
        ...{ registrationId, userId: world().nextId(), firstname: 'New', lastname: 'Person', company: name },
        ...{ email: `new-${registrationId}@elsewhere.example`, phoneNumber: '', comments: '', termsVersion: '1' },
      } as never,
    });
  await look(73);
  const admins = ['ada as portal-administrators', 'ben as portal-administrators'];
  expect(await toldOf(`registration-${first}`)).toEqual([admins]);
  expect(await toldOf(`registration-${other}`)).toEqual([[admins[0], 'audrey as auditors', admins[1]]]);
});

it('a request for an account has nobody first where the company’s administrator may not sign in', async () => {
  const registrationId = world().nextId();
  await world().send(userDecider, idOf('boss'), {
    type: 'DisableUser',
    data: { hasLastAdministrator: false } as never,
  });
  await world().send(registrationDecider, registrationId, {
    type: 'RequestRegistration',
    data: {
      ...{ registrationId, userId: world().nextId(), firstname: 'New', lastname: 'Person', company: 'Partner' },
      ...{ email: `new-${registrationId}@elsewhere.example`, phoneNumber: '', comments: '', termsVersion: '1' },
    } as never,
  });
  await look(73);
  expect(await toldOf(`registration-${registrationId}`)).toEqual([
    ['ada as portal-administrators', 'audrey as auditors', 'ben as portal-administrators'],
  ]);
});

it('tells of a difference again when its answer failed, once its time is over anew', async () => {
  const found = {
    ...({ noun: 'resource', id: 1, kafkaEnvId: 1, objectId: 'acl-1', form: 'added' } as const),
    ...{ label: 'rights', name: 'User:x', fields: [], intactAt: null, digest: 'one' },
    ...{ isAdoptable: true, isReappliable: true },
  };
  const key = kafkaDifferenceIdOf(found, found.objectId);
  const send = (command: Parameters<typeof kafkaDifferenceDecider.decide>[0]) =>
    world().send(kafkaDifferenceDecider, key, command);
  await send({ type: 'ReportDifference', data: found });
  await look(49);
  expect(await toldOf(`drift-${key}`)).toHaveLength(1);
  const operationId = randomId();
  await send({ type: 'AnswerDifference', data: { operationId, answer: 'reapply', digest: 'one', reason: '' } });
  await send({ type: 'FailAnswer', data: { operationId } });
  await shown();
  expect(await noticesOf(`drift-${key}`)).toEqual([]);
  await look(49);
  expect(await toldOf(`drift-${key}`)).toHaveLength(2);
  expect(await noticesOf(`drift-${key}`)).toEqual(['ada', 'audrey', 'ben']);
});

it('looks for what it tells of by ids, and at nobody for what it does not', async () => {
  const asked: { text: string; values: unknown[] }[] = [];
  const pool = {
    query: (text: string, values: unknown[]) => {
      asked.push({ text, values });
      return world().pool.query(text, values);
    },
  } as unknown as WorkerWorld['pool'];
  const plan = async ({ text, values } = { text: '', values: [] as unknown[] }) => {
    const client = await world().pool.connect();
    try {
      await client.query('begin; set local enable_seqscan = off');
      const { rows } = await client.query<Record<string, string>>(`explain ${text}`, values);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    } finally {
      await client.query('rollback');
      client.release();
    }
  };
  await findDecision(pool, 'access', '1');
  expect(await plan(asked[0])).toMatch(/Index Cond: .*\bid = ANY \('\{1\}'::integer\[\]\)/);
  const now = new Date();
  await untoldDecisions(
    pool,
    Object.fromEntries(Object.entries(clockDays).map(([kind, days]) => [kind, begunBefore(days, now)])) as never,
    10,
  );
  for (const table of ['users', 'access_request_joins', 'application_owners'])
    expect(await plan(asked[1])).not.toContain(` ${table}`);
});

it('is in the record, with what was told of whom and when', async () => {
  const { rows } = await world().pool.query<{ kind: string; values: Record<string, unknown> }>(
    `select kind, values from history where noun = 'clock' and kind = 'DecisionOverdue' limit 1`,
  );
  expect(rows[0]?.values).toMatchObject({
    kind: expect.any(String),
    since: expect.any(String),
    dueAt: expect.any(String),
    to: expect.stringContaining('administrators'),
  });
});
