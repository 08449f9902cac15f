import { warningDays } from '#domain/access/grant-end.ts';
import { currentConfig } from '#domain/consumer/current-config.ts';
import { consumerDecider } from '#domain/consumer/decider.ts';
import { byPortal } from '#domain/core/actor.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { keyEndDecider } from '#domain/key-end/decider.ts';
import { execute } from '#eventstore/execute.ts';
import { loadState } from '#eventstore/load.ts';
import { readDatabaseTime } from '#platform/database-time.ts';
import { randomId } from '#platform/uuid.ts';
import type { Chore } from '../engine/sweep.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

type Services = Pick<WorkerServices, 'store' | 'pool' | 'log'>;

/** The most keys that one look ends or warns of. The others follow with the next one. */
const most = 1_000;

const metaAt = (now: Date) => ({
  actor: byPortal,
  commandId: randomId(),
  correlationId: randomId(),
  time: now.toISOString(),
});

/** A copy at a second deployment is the same key to people. It goes with its original, whose end may have been moved just now. */
const isNoCopy = `not exists (
  select from key_copies k join consumers original on original.id = k.original_id
  where k.copy_id = consumers.id)`;

/** Access that ends first, or with the key: people are told of that, and the key goes with it. */
const hasLongerAccess = `not exists (
  select from access_grants g
  where g.api_id = consumers.api_id and g.organization_id = consumers.organization_id and g.revoked_at is null
    and g.ends_at <= consumers.ends_at)`;

/** Does the same for each key. One that can't be done stops no other. */
const forEach = async <Key extends Readonly<{ id: number }>>(
  { log }: Services,
  keys: readonly Key[],
  work: (key: Key) => Promise<void>,
): Promise<number> => {
  for (const key of keys)
    await work(key).catch((error: unknown) =>
      log.error({ err: error, consumerId: key.id }, 'cannot end a key, or warn of it'),
    );
  return keys.length;
};

/**
 * Requests the removal of all keys whose own end has come. Several processes may: the stream decides, so a key ends once.
 *
 * @param now is compared with the end that people chose.
 * @returns how many were found.
 */
export const endDueKeys = async (services: Services, now: Date): Promise<number> => {
  const { store, pool } = services;
  const { rows } = await pool.query<{ id: number }>(
    `select id from consumers where ends_at <= $1 and state <> 'removing' and ${hasLongerAccess} and ${isNoCopy}
     order by ends_at limit ${most}`,
    [now],
  );
  return await forEach(services, rows, async ({ id }) => {
    const command = { type: 'EndDue', data: { operationId: randomId(), dueBy: now.toISOString() } } as const;
    const done = await execute({ store, decider: consumerDecider, id, command, meta: metaAt(now) });
    if (isRefusal(done)) throw new Error(done.problems[0].code);
  });
};

type Row = Readonly<{ id: number; deploymentId: number; apiId: number; organizationId: number; endsAt: Date }>;

/** Returns whether a key still ends then: the read tables may be behind. */
const endsThen = async ({ store }: Services, { id, endsAt }: Row): Promise<boolean> => {
  const key = await loadState(store, consumerDecider, id);
  if (key.status === 'none' || key.status === 'removing' || key.status === 'removed') return false;
  return currentConfig(key).endsAt === endsAt.toISOString();
};

/**
 * Records that people are to be told of keys that end soon, 14 and 3 days before, once each. Notices and mails are about that event.
 * Of a key that ends with its access, people are told with that.
 *
 * @returns how many were found.
 */
export const warnOfEndingKeys = async (services: Services, now: Date): Promise<number> => {
  const { store, pool } = services;
  const { rows } = await pool.query<Row>(
    `select id, deployment_id as "deploymentId", api_id as "apiId", organization_id as "organizationId", ends_at as "endsAt"
     from consumers
     where ends_at > $1 and ends_at <= $1 + make_interval(days => $3) and state <> 'removing'
       and (told_end is distinct from ends_at or told_days > (
         select min(days) from unnest($2::integer[]) days where ends_at <= $1 + make_interval(days => days)))
       and ${hasLongerAccess} and ${isNoCopy}
     order by ends_at limit ${most}`,
    [now, warningDays, Math.max(...warningDays)],
  );
  return await forEach(services, rows, async (row) => {
    if (!(await endsThen(services, row))) return;
    const { id: consumerId, endsAt, ...key } = row;
    const data = { consumerId, ...key, endsAt: endsAt.toISOString(), now: now.toISOString() };
    const command = { type: 'ReportKeyEnding', data } as const;
    await execute({ store, decider: keyEndDecider, id: consumerId, command, meta: metaAt(now) });
  });
};

/** Nothing brings back what has ended, so the database is asked for its time. */
export const keyEndChores: readonly Chore[] = [
  { name: 'ending due keys', run: async (services) => endDueKeys(services, await readDatabaseTime(services.pool)) },
  {
    name: 'warning of keys that end',
    run: async (services) => warnOfEndingKeys(services, await readDatabaseTime(services.pool)),
  },
];
