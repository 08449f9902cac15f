import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApprovedChange } from '#domain/approval/approval.ts';
import { hashOfRevision } from '#domain/approval/approval.ts';
import { approvalDecider } from '#domain/approval/decider.ts';
import { type ChangeOfPerson, isSamePerson, revisionNow, streamOfPerson } from '#domain/approval/same-person.ts';
import { approvalRuleDecider, approvalRuleId, peopleRuleId } from '#domain/approval-rule/approval-rule.ts';
import type { Role } from '#domain/core/role.ts';
import { registrationDecider } from '#domain/registration/decider.ts';
import { userDecider } from '#domain/user/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { within } from '#test/runner/limit.ts';
import { type Asked, approvalsIn } from '#test/world/approvals.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';
import { carryOut } from './carry-out.ts';
import { lapseApprovals } from './chores.ts';

let world: WorkedWorld;
let people: ReturnType<typeof approvalsIn>;
beforeAll(async () => {
  world = await startWorkedWorld();
  people = approvalsIn(world);
});
afterAll(() => world.close());

let lastPerson = 1_000;
const newUser = async (...roles: Role[]): Promise<number> => {
  lastPerson += 1;
  const userId = lastPerson;
  const data = {
    userId,
    organizationId: 1,
    firstname: 'Noor',
    lastname: 'Example',
    email: `noor-${userId}@company.example`,
  };
  await world.send(userDecider, userId, { type: 'RegisterUser', data: { ...data, roles } });
  return userId;
};

const ask = async (change: ApprovedChange, hash = ''): Promise<Asked> => {
  const [approvalId, requestedBy] = [world.nextId(), await people.newPerson()];
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  await world.send(approvalDecider, approvalId, {
    type: 'RequestApproval',
    data: { approvalId, requestedBy, hash, change, plan: { changes: [], more: 0 }, expiresAt },
  });
  return { approvalId, operationId: '', requestedBy, hash };
};
/** Asks for a change of a person as they are now. */
const askAbout = async (change: ChangeOfPerson): Promise<Asked> => {
  const revision = revisionNow(change, await world.store.read(streamOfPerson(change)));
  return await ask({ ...change, revision }, hashOfRevision(revision));
};
const to: Role[] = ['ROLE_PORTAL_ADMIN', 'ROLE_COMPANY_USER'];
const role = (userId: number) =>
  askAbout({ kind: 'administrator', userId, revision: 0, from: ['ROLE_COMPANY_USER'], to, enables: false });
const erasure = (userId: number, registrationId?: number) =>
  askAbout({ kind: 'erasure', userId, revision: 0, ...(registrationId === undefined ? {} : { registrationId }) });

const carriedOut = (asked: Asked) =>
  within(1_500, async () => expect((await people.stateOf(asked)).status).toBe('carried-out'));
const givenOf = async ({ approvalId }: Asked) => {
  const found = (await world.store.read(`approval-${approvalId}`)).find(({ type }) => type === 'ApprovalGiven');
  if (!found) throw new Error('it was approved');
  return found;
};
const newest = async (stream: string) => (await world.store.read(stream)).at(-1);
const userOf = async (userId: number) => {
  const user = await loadState(world.store, userDecider, userId);
  if (user.status === 'none') throw new Error('nobody');
  return user;
};

const isKeyDestroyed = async (userId: number): Promise<boolean> => {
  const { rows } = await world.pool.query('select destroyed_at from subject_keys where subject = $1', [userId]);
  return rows[0]?.destroyed_at instanceof Date;
};

/** A deleted person. */
const departed = async (): Promise<number> => {
  const userId = await newUser('ROLE_COMPANY_USER');
  await world.send(userDecider, userId, { type: 'DeleteUser', data: {} });
  return userId;
};

/** Somebody whose request for an account was denied. */
const denied = async () => {
  const registrationId = world.nextId();
  lastPerson += 1;
  const userId = lastPerson;
  const asked = {
    registrationId,
    userId,
    firstname: 'Noor',
    lastname: 'Example',
    email: `noor-${userId}@other.example`,
  };
  const more = { company: 'Other', phoneNumber: '', comments: '' };
  await world.send(registrationDecider, registrationId, {
    type: 'RequestRegistration',
    data: { ...asked, ...more, termsVersion: '1', language: 'en' },
  } as never);
  await world.send(registrationDecider, registrationId, {
    type: 'DenyRegistration',
    data: { decidedBy: 1, reason: 'No' },
  });
  return { registrationId, userId };
};

describe('an approved administrator', () => {
  it('gets the role once, as the command of whoever asked, and the event says who approved it', async () => {
    const userId = await newUser('ROLE_COMPANY_USER');
    const asked = await role(userId);
    const approvedBy = await people.approve(asked);
    await carriedOut(asked);
    expect(await newest(`user-${userId}`)).toMatchObject({
      type: 'UserRolesChanged',
      data: { from: ['ROLE_COMPANY_USER'], to, approval: { approvalId: asked.approvalId, approvedBy } },
      meta: { actor: { userId: asked.requestedBy } },
    });
    await carryOut(world, await givenOf(asked), asked.approvalId);
    expect(await world.history('user', userId)).toHaveLength(2);
    await within(1_500, async () => {
      const { rows } = await world.pool.query('select changed_by, approved_by from role_changes where user_id = $1', [
        userId,
      ]);
      expect(rows).toEqual([{ changed_by: asked.requestedBy, approved_by: approvedBy }]);
    });
  });

  it('is enabled again', async () => {
    const userId = await newUser(...to);
    await world.send(userDecider, userId, { type: 'DisableUser', data: {} });
    const asked = await askAbout({ kind: 'administrator', userId, revision: 0, from: to, to, enables: true });
    const approvedBy = await people.approve(asked);
    await carriedOut(asked);
    expect(await newest(`user-${userId}`)).toMatchObject({ type: 'UserEnabled', data: { approval: { approvedBy } } });
  });

  it('takes back the entry that the request says, and nothing happens where it is something else', async () => {
    const userId = await newUser(...to);
    await world.send(userDecider, userId, { type: 'DisableUser', data: {} });
    const off = await newest(`user-${userId}`);
    const undoing = { ...(off && { undoes: off.id }) };
    const enabling = { kind: 'administrator', userId, revision: 0, from: to, to, enables: true } as const;
    const asked = await askAbout({ ...enabling, ...undoing });
    await people.approve(asked);
    await carriedOut(asked);
    expect(await newest(`user-${userId}`)).toMatchObject({ type: 'UserEnabled', meta: { undoes: off?.id } });

    const other = await newUser('ROLE_COMPANY_USER');
    await world.send(userDecider, other, { type: 'ChangeUser', data: { change: { firstname: 'Nora' } } });
    const named = await newest(`user-${other}`);
    const giving = { kind: 'administrator', userId: other, revision: 0, from: ['ROLE_COMPANY_USER'], to } as const;
    const pretence = await askAbout({ ...giving, from: ['ROLE_COMPANY_USER'], enables: false, undoes: named?.id });
    await people.approve(pretence);
    expect(await people.lapsed(pretence)).toBe('refused');
    expect((await userOf(other)).roles).toEqual(['ROLE_COMPANY_USER']);
  });

  it.each([
    ['disabled', { type: 'DisableUser', data: {} }],
    ['renamed', { type: 'ChangeProfile', data: { firstname: 'Eve', lastname: 'Example', phoneNumber: '' } }],
    ['given another address', { type: 'ChangeUser', data: { change: { email: 'eve@company.example' } } }],
    ['given another role', { type: 'ChangeRoles', data: { roles: ['ROLE_COMPANY_ADMIN'] } }],
    ['deleted', { type: 'DeleteUser', data: {} }],
  ] as const)('is not made when the person was %s meanwhile', async (_what, command) => {
    const userId = await newUser('ROLE_COMPANY_USER');
    const asked = await role(userId);
    await world.send(userDecider, userId, command);
    await people.approve(asked);
    expect(await people.lapsed(asked)).toBe('person-changed');
    expect((await userOf(userId)).roles).not.toContain('ROLE_PORTAL_ADMIN');
  });

  it('is not made when the person is changed between the look and the command', async () => {
    const userId = await newUser('ROLE_COMPANY_USER');
    await world.stopWorker();
    const asked = await role(userId);
    await people.approve(asked);
    await world.allShown();
    let reads = 0;
    // The first two look whether it was done, and whether the person is the same. Then comes the command.
    const store = {
      ...world.store,
      read: (async (stream: string) => {
        if (stream === `user-${userId}`) reads += 1;
        if (reads === 3) await world.send(userDecider, userId, { type: 'DisableUser', data: {} });
        return await world.store.read(stream);
      }) as typeof world.store.read,
    };
    await carryOut({ ...world, store }, await givenOf(asked), asked.approvalId);
    expect(reads).toBeGreaterThan(2);
    expect(await people.lapseOf(asked)).toBe('person-changed');
    expect((await userOf(userId)).roles).toEqual(['ROLE_COMPANY_USER']);
    await world.startWorker();
  });

  it('is still made when they signed in, changed settings or joined meanwhile', async () => {
    const userId = await newUser('ROLE_COMPANY_USER');
    const asked = await role(userId);
    const identity = { issuer: 'https://id.example', subject: `noor-${userId}` };
    await world.send(userDecider, userId, { type: 'LinkIdentity', data: { identity, at: new Date().toISOString() } });
    await world.send(userDecider, userId, { type: 'SignIn', data: { session: 'hash' } });
    await people.approve(asked);
    await carriedOut(asked);
  });

  it('is not made when whoever asked is no administrator any more', async () => {
    const asked = await role(await newUser('ROLE_COMPANY_USER'));
    await world.send(userDecider, asked.requestedBy, { type: 'ChangeRoles', data: { roles: ['ROLE_COMPANY_USER'] } });
    await people.approve(asked);
    expect(await people.lapsed(asked)).toBe('requester-may-not');
  });
});

describe('an approved erasing', () => {
  it('destroys the key and says who approved it', async () => {
    const userId = await departed();
    const asked = await erasure(userId);
    const approvedBy = await people.approve(asked);
    await carriedOut(asked);
    expect(await isKeyDestroyed(userId)).toBe(true);
    expect(await newest(`user-${userId}`)).toMatchObject({
      type: 'UserErased',
      data: { approval: { approvalId: asked.approvalId, approvedBy } },
      meta: { actor: { userId: asked.requestedBy } },
    });
  });

  it('is of a denied request, too', async () => {
    const { registrationId, userId } = await denied();
    const asked = await erasure(userId, registrationId);
    const approvedBy = await people.approve(asked);
    await carriedOut(asked);
    expect(await isKeyDestroyed(userId)).toBe(true);
    expect(await newest(`registration-${registrationId}`)).toMatchObject({
      type: 'RegistrationErased',
      data: { approval: { approvedBy } },
    });
  });

  it.each([false, true])(
    'that died with the key gone is carried to its end, whoever may not any more; a request: %s',
    async (isRequest) => {
      await world.stopWorker();
      const of = isRequest ? await denied() : { userId: await departed(), registrationId: undefined };
      const asked = await erasure(of.userId, of.registrationId);
      await people.approve(asked);
      await world.allShown();
      const stream = isRequest ? `registration-${of.registrationId}` : `user-${of.userId}`;
      const before = (await world.store.read(stream)).length;
      const dead = { ...world.store, append: () => Promise.reject(new Error('the process died')) };
      await expect(carryOut({ ...world, store: dead }, await givenOf(asked), asked.approvalId)).rejects.toThrow('died');
      expect(await isKeyDestroyed(of.userId)).toBe(true);
      await world.send(userDecider, asked.requestedBy, { type: 'ChangeRoles', data: { roles: ['ROLE_COMPANY_USER'] } });
      await world.allShown();
      await world.startWorker();
      await carriedOut(asked);
      expect(await world.store.read(stream)).toHaveLength(before + 1);
      // As whoever asked, with the roles of then.
      const [request] = await world.store.read(`approval-${asked.approvalId}`);
      expect((await newest(stream))?.meta.actor).toEqual(request?.meta.actor);
    },
  );

  it('lapses when somebody else has erased them, and destroys nothing when whoever asked may not any more', async () => {
    const other = await departed();
    const late = await erasure(other);
    await world.send(userDecider, other, { type: 'EraseUser', data: {} });
    await people.approve(late);
    expect(await people.lapsed(late)).toBe('person-changed');

    const userId = await departed();
    const asked = await erasure(userId);
    await world.send(userDecider, asked.requestedBy, { type: 'DisableUser', data: {} });
    await people.approve(asked);
    expect(await people.lapsed(asked)).toBe('requester-may-not');
    expect(await isKeyDestroyed(userId)).toBe(false);
  });
});

it('a request about somebody who was changed lapses while it waits, and the others stay', async () => {
  const [changed, same] = [await newUser('ROLE_COMPANY_USER'), await newUser('ROLE_COMPANY_USER')];
  const [first, second] = [await role(changed), await role(same)];
  await world.send(userDecider, changed, { type: 'ChangeRoles', data: { roles: ['ROLE_AUDITOR'] } });
  await world.allShown();
  await lapseApprovals(world, new Date());
  expect(await people.lapseOf(first)).toBe('person-changed');
  expect((await people.stateOf(second)).status).toBe('waiting');
});

it('a request about somebody who was changed lapses also behind many that stay', async () => {
  const stays = await role(await newUser('ROLE_COMPANY_USER'));
  const many = Array.from({ length: 250 }, () => world.nextId());
  const userId = await newUser('ROLE_COMPANY_USER');
  const late = await role(userId);
  await world.send(userDecider, userId, { type: 'ChangeRoles', data: { roles: ['ROLE_AUDITOR'] } });
  await world.allShown();
  await world.pool.query(
    `insert into approvals select (jsonb_populate_record(asked, jsonb_build_object('id', many.id))).*
       from approvals asked, unnest($1::integer[]) as many (id) where asked.id = $2`,
    [many, stays.approvalId],
  );
  await lapseApprovals(world, new Date());
  await world.pool.query('delete from approvals where id = any($1::integer[])', [many]);
  expect(await people.lapseOf(late)).toBe('person-changed');
});

it('the rule about people ends once a second person has approved it', async () => {
  const setting = { twoPeople: true, otherAdministrator: true, formerAdministrator: true, isApproved: false };
  await world.send(approvalRuleDecider, peopleRuleId, { type: 'SetPeopleRule', data: setting });
  const asked = await ask({ kind: 'people-rule' });
  await people.approve(asked);
  await carriedOut(asked);
  expect((await loadState(world.store, approvalRuleDecider, peopleRuleId)).people).toBe(false);
});

it.each(['rule', 'people-rule'] as const)(
  'a process that died after the end of a %s says that it was carried out, whoever may not any more',
  async (kind) => {
    await world.stopWorker();
    const setting = { twoPeople: true, otherAdministrator: true, formerAdministrator: true, isApproved: false };
    const isRule = kind === 'rule';
    if (isRule)
      await world.send(approvalRuleDecider, approvalRuleId, {
        type: 'SetApprovalRule',
        data: { ...setting, environment: 'PROD' },
      });
    else await world.send(approvalRuleDecider, peopleRuleId, { type: 'SetPeopleRule', data: setting });
    const asked = await ask(isRule ? { kind, environment: 'PROD' } : { kind });
    await people.approve(asked);
    await world.allShown();
    const append: typeof world.store.append = async (events) => {
      if (events.stream.startsWith('approval-rule-')) return await world.store.append(events);
      throw new Error('the process died');
    };
    const dead = { ...world, store: { ...world.store, append } };
    await expect(carryOut(dead, await givenOf(asked), asked.approvalId)).rejects.toThrow('died');
    await world.send(userDecider, asked.requestedBy, { type: 'ChangeRoles', data: { roles: ['ROLE_COMPANY_USER'] } });
    await world.allShown();
    await world.startWorker();
    await carriedOut(asked);
    const { twoPeople, people: ofPeople } = await loadState(
      world.store,
      approvalRuleDecider,
      isRule ? approvalRuleId : peopleRuleId,
    );
    expect(isRule ? twoPeople : ofPeople).toEqual(isRule ? [] : false);
  },
);

it('the revision of a request is the one that was asked for', async () => {
  const userId = await newUser('ROLE_COMPANY_USER');
  const change = { kind: 'erasure', userId, revision: 1 } as const;
  expect(isSamePerson(change, await world.store.read(`user-${userId}`))).toBe(true);
  expect(isSamePerson({ ...change, revision: 2 }, await world.store.read(`user-${userId}`))).toBe(false);
});
