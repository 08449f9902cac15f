import { applicationDecider } from '#domain/application/decider.ts';
import { byPortal } from '#domain/core/actor.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { userDecider } from '#domain/user/decider.ts';
import { execute } from '#eventstore/execute.ts';
import { enter, whileGuardsMove } from '#eventstore/guards.ts';
import { porticoNamespace, randomId, uuidV5 } from '#platform/uuid.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { followLog, type Reactions, type Recorded, reacting } from '../engine/follow-log.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

type Services = Pick<WorkerServices, 'store' | 'pool'>;
type Cause = Readonly<{ id: string; correlationId: string }>;

/** An invited address that has an account. Two users may have it; the older one counts, as at sign-in. */
const meetings = `
  select address.application_id as application, address.address_id as address, min(users.id) as "user"
  from application_addresses address join users on users.email_lower = address.email_lower
  where address.purpose = 'owner' and address.in_force`;

type Meeting = Readonly<{ application: number; address: number; user: number }>;

/** Makes one address an owner. It happens once, however often it is asked for. */
const join = async ({ store }: Services, { application, address, user }: Meeting, cause?: Cause): Promise<void> => {
  const commandId = uuidV5(porticoNamespace, `join-owner/${application}/${address}`);
  const done = await whileGuardsMove(async () => {
    // Whoever deletes the account raises the guard.
    const { state, guards } = await enter({ store }, userDecider, user);
    if (state.status === 'deleted') return undefined;
    return await execute({
      store,
      decider: applicationDecider,
      id: application,
      command: { type: 'JoinOwner', data: { addressId: address, userId: user } },
      guards,
      meta: {
        actor: byPortal,
        commandId,
        correlationId: cause?.correlationId ?? randomId(),
        ...(cause && { causationId: cause.id }),
        time: new Date().toISOString(),
      },
    });
  });
  // An application that is gone needs no owner.
  if (done && isRefusal(done) && done.refused !== 'not-found') throw new Error(done.problems[0].code);
};

/**
 * Follows an account with a new address or a new invitation: whichever is later in the log finds the other in the read
 * tables.
 *
 * @throws when the read tables are too far behind; the delivery is then repeated.
 */
const follow = async (
  services: Services,
  event: Recorded<'UserRegistered' | 'UserDetailsChanged' | 'OwnerInvited'>,
): Promise<void> => {
  const { pool } = services;
  if (!(await waitForPosition(pool, event.position, undefined, ['users', 'application_addresses'])))
    throw new Error('the read tables are behind');
  const [condition, values] =
    event.type === 'OwnerInvited'
      ? ['address.application_id = $1 and address.address_id = $2', [event.data.applicationId, event.data.addressId]]
      : ['users.id = $1', [event.data.userId]];
  const { rows } = await pool.query<Meeting>(`${meetings} and ${condition} group by 1, 2`, values);
  for (const meeting of rows) await join(services, meeting, { id: event.id, correlationId: event.meta.correlationId });
};

const reactions: Reactions = { UserRegistered: follow, UserDetailsChanged: follow, OwnerInvited: follow };

/**
 * Makes owners of all invited addresses that have an account, because the subscription may have lost one. @returns how
 * many.
 */
export const joinForgotten = async (services: Services): Promise<number> => {
  const { rows } = await services.pool.query<Meeting>(`${meetings} group by 1, 2 limit 1000`);
  for (const meeting of rows) await join(services, meeting);
  return rows.length;
};

/** Follows the log. An invited address becomes an owner when it has an account. Ends when the signal aborts. */
export const runOwnerJoins = (services: WorkerServices, signal: AbortSignal): Promise<void> =>
  followLog(services, reacting(services, 'owner-joins', reactions), signal);
