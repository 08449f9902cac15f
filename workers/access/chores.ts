import { type AccessCommand, type AccessPair, accessIdOfPair } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { warningDays } from '#domain/access/grant-end.ts';
import { byPortal } from '#domain/core/actor.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { execute } from '#eventstore/execute.ts';
import { readDatabaseTime } from '#platform/database-time.ts';
import { randomId } from '#platform/uuid.ts';
import type { Chore } from '../engine/sweep.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

type Services = Pick<WorkerServices, 'store' | 'pool'>;

/** The most grants that one look ends or warns of. The others follow with the next one. */
const most = 1_000;

type Row = Readonly<{ id: number; apiId: number | null; eventCategoryId: number | null; organizationId: number }>;

const columns = `id, api_id as "apiId", event_category_id as "eventCategoryId", organization_id as "organizationId"`;

const pairOf = ({ apiId, eventCategoryId, organizationId }: Row): AccessPair =>
  apiId === null ? { eventCategoryId: Number(eventCategoryId), organizationId } : { apiId, organizationId };

/** Sends one command of the portal about a grant. Several processes may: the stream's state decides, so it has one effect. */
const send = async (
  { store }: Services,
  grant: Row,
  command: Extract<AccessCommand, { type: 'EndAccess' | 'ReportEnding' }>,
  now: Date,
): Promise<void> => {
  const done = await execute({
    store,
    decider: accessDecider,
    id: accessIdOfPair(pairOf(grant)),
    command,
    meta: {
      actor: byPortal,
      commandId: randomId(),
      correlationId: randomId(),
      time: now.toISOString(),
    },
  });
  if (isRefusal(done)) throw new Error(done.problems[0].code);
};

/** Selects grants in force. That of a deleted API or category gives access to nothing any more: nobody is told of it. */
const isInForce = `revoked_at is null and (exists (select from apis where apis.id = api_id)
  or exists (select from event_categories where event_categories.id = event_category_id))`;

/**
 * Ends all grants whose time has come, by the event of a revocation: what follows that one takes the keys and subscriptions away.
 *
 * @param now is compared with the end that people chose.
 * @returns how many were found.
 */
export const endDueGrants = async (services: Services, now: Date): Promise<number> => {
  const { rows } = await services.pool.query<Row>(
    `select ${columns} from access_grants where ends_at <= $1 and ${isInForce} order by ends_at limit ${most}`,
    [now],
  );
  for (const grant of rows) {
    const command = { type: 'EndAccess', data: { grantId: grant.id, dueBy: now.toISOString() } } as const;
    await send(services, grant, command, now);
  }
  return rows.length;
};

/** Whether a grant was told of by an earlier warning only, or by none. Selects the fewest days that are due. */
const isUntold = `(told_days is null or told_days > (
  select min(days) from unnest($2::integer[]) days where ends_at <= $1 + make_interval(days => days)))`;

/**
 * Records that people are to be told of grants that end soon, 14 and 3 days before, once each. Notices and mails are about that
 * event.
 *
 * @returns how many were found.
 */
const warnOfEndingGrants = async (services: Services, now: Date): Promise<number> => {
  const { rows } = await services.pool.query<Row>(
    `select ${columns} from access_grants
     where ends_at > $1 and ends_at <= $1 + make_interval(days => $3) and ${isInForce} and ${isUntold}
     order by ends_at limit ${most}`,
    [now, warningDays, Math.max(...warningDays)],
  );
  for (const grant of rows) {
    const command = { type: 'ReportEnding', data: { grantId: grant.id, now: now.toISOString() } } as const;
    await send(services, grant, command, now);
  }
  return rows.length;
};

/** Nothing brings back what has ended, so the database is asked for its time. */
export const accessChores: readonly Chore[] = [
  {
    name: 'ending due grants',
    run: async (services) => endDueGrants(services, await readDatabaseTime(services.pool)),
  },
  {
    name: 'warning of ending grants',
    run: async (services) => warnOfEndingGrants(services, await readDatabaseTime(services.pool)),
  },
];
