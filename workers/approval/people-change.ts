import type { Lapse } from '#domain/approval/approval.ts';
import { isSamePerson, streamOfPerson } from '#domain/approval/same-person.ts';
import { isRefusal, refuse } from '#domain/core/problem.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { registrationDecider } from '#domain/registration/decider.ts';
import { userDecider } from '#domain/user/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { crashPoint } from '#platform/crash-point.ts';
import { addressesOf, destroyPersonalData } from '#projections/personal-data.ts';
import type { ApprovalOf, ChangeKind, ChangeOf, Services } from './change-kind.ts';
import { send } from './send.ts';

type OfPerson = ApprovalOf<'administrator'> | ApprovalOf<'erasure'>;

/** Returns whether the person has the event of an approval already. */
const isDone = async ({ store }: Services, { change, approvalId }: OfPerson): Promise<boolean> =>
  (await store.read<PorticoEvent>(streamOfPerson(change))).some(
    ({ data }) => 'approval' in data && data.approval?.approvalId === approvalId,
  );

/** Says that the person is another one than both have seen. */
const enter = async ({ store }: Services, { change }: OfPerson) => ({
  lapse: isSamePerson(change, await store.read(streamOfPerson(change))) ? undefined : ('person-changed' as const),
  guards: [],
});

const approvalIn = ({ approvalId, approvedBy }: OfPerson) => ({ approvalId, approvedBy: approvedBy ?? 0 });

const lapseOf = (done: unknown): Lapse | undefined => {
  if (!isRefusal(done)) return undefined;
  return done.problems[0].code === 'approval.person-changed' ? 'person-changed' : 'refused';
};

/** The portal administrator's role, or a disabled administrator who is enabled. */
export const administratorChange: ChangeKind<'administrator'> = {
  request: 'user.administer',
  applicationOf: async () => null,
  mayAsk: async () => true,
  isRequested: isDone,
  enter,
  send: async (services, cause, asked, by) => {
    const { change } = asked;
    const approval = approvalIn(asked);
    const command = change.enables
      ? ({ type: 'EnableUser', data: { approval } } as const)
      : ({ type: 'ChangeUser', data: { change: { roles: change.to }, approval } } as const);
    // Whoever changes the person in this moment comes before it.
    const done = await send(services, cause, userDecider, change.userId, command, {
      ...by,
      undoes: change.undoes,
      review: (events) =>
        isSamePerson(change, events) ? undefined : refuse('conflict', { code: 'approval.person-changed' }),
    });
    return lapseOf(done);
  },
};

/** Returns whether a key of somebody's personal data is destroyed: their own, or that of an address of theirs. */
const hasNoKey = async ({ pool }: Services, userId: number): Promise<boolean> => {
  const keys = [userId, ...(await addressesOf(pool, userId))];
  const { rowCount } = await pool.query(
    'select from subject_keys where subject = any($1::integer[]) and destroyed_at is not null limit 1',
    [keys],
  );
  return rowCount === 1;
};

const isErased = async ({ store }: Services, { userId, registrationId }: ChangeOf<'erasure'>): Promise<boolean> => {
  const state =
    registrationId === undefined
      ? await loadState(store, userDecider, userId)
      : await loadState(store, registrationDecider, registrationId);
  return 'erased' in state && state.erased;
};

/** Erasing somebody. Nothing ends a deletion or a denial, so the key goes before the event. */
export const erasureChange: ChangeKind<'erasure'> = {
  request: 'user.administer',
  applicationOf: async () => null,
  mayAsk: async () => true,
  isRequested: isDone,
  hasBegun: async (services, { change }) =>
    (await hasNoKey(services, change.userId)) && !(await isErased(services, change)),
  enter,
  send: async (services, cause, asked, by) => {
    const { userId, registrationId } = asked.change;
    const approval = approvalIn(asked);
    crashPoint('approval.erase.before');
    if (registrationId !== undefined) {
      await services.subjectKeys.eraseSubject(userId);
      crashPoint('approval.erase.key');
      const command = { type: 'EraseRegistration', data: { approval } } as const;
      return lapseOf(await send(services, cause, registrationDecider, registrationId, command, by));
    }
    const data = await destroyPersonalData(services, userId);
    crashPoint('approval.erase.key');
    const command = { type: 'EraseUser', data: { ...data, approval } } as const;
    return lapseOf(await send(services, cause, userDecider, userId, command, by));
  },
};
