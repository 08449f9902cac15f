import { type Kysely, sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { isChange, removalAlarm } from '#domain/operation/operation.ts';
import { isFinal, type OperationRow } from '#domain/operation/schema.ts';
import { isCancellable, isLasting } from '#domain/operation-kinds/operation-kinds.ts';
import { mayStillHold } from '#projections/desk-holders.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { fullName } from '../sql/full-name.ts';
import { isNewest } from './shared/answering.ts';

/** All columns except the plan, which is large and not for everybody. */
const columns = [
  'operations.id',
  'operations.kind',
  'operations.state',
  'operations.api_id',
  'operations.api_name',
  'operations.subject_noun',
  'operations.subject_id',
  'operations.place',
  'operations.subject',
  'operations.environment',
  'operations.organization_id',
  'operations.of_organization_id',
  'operations.requested_by',
  'operations.requested_at',
  'operations.updated_at',
  'operations.attempt',
  'operations.steps',
  'operations.problems',
  'operations.failure_class',
  'operations.next_attempt_at',
  'operations.replay',
  'operations.cancel_reason',
  'operations.answers',
  'operations.answered_by',
] as const;

/** The name of a resource, as an operation has it. */
export const resourceKey = sql<string>`case resources.type when 'KAFKA' then 'kafka-' else 'gateway-' end || resources.id`;

/** Who has an operation on the desk, and still may. */
const holder = sql<Readonly<{ id: number; name: string }> | null>`(
  select json_build_object('id', holder.id, 'name', ${fullName('holder')})
  from desk_cases held join users holder on holder.id = held.holder
  where held.about = operations.id::text and ${sql.raw(mayStillHold('held'))})`;

/** Selects operations with the names of their gateway and of whoever requested them. */
export const operations = (db: Kysely<ReadTables>) =>
  db
    .selectFrom('operations')
    .leftJoin('users', 'users.id', 'operations.requested_by')
    .leftJoin('resources', (join) => join.on(resourceKey, '=', sql.ref('operations.resource')))
    .select((eb) => [
      ...columns,
      'resources.name as gateway_name',
      fullName('users').as('requester'),
      eb
        .selectFrom('users as canceller')
        .select(fullName('canceller').as('name'))
        .whereRef('canceller.id', '=', 'operations.cancelled_by')
        .as('canceller'),
      holder.as('holder'),
      sql<boolean>`${isNewest(eb)}`.as('is_newest'),
    ]);

export type Row = Awaited<ReturnType<ReturnType<typeof operations>['execute']>>[number];

/** Returns the number in a name such as `deployment-8`; null when it names another noun. */
const numberIn = (noun: string, name: string | null): number | null =>
  name?.startsWith(`${noun}-`) ? Number(name.slice(noun.length + 1)) : null;

const hasEnded = ({ state }: Row): boolean => (isFinal(state) && state !== 'failed') || state === 'cancelling';

/** Returns why an operation can't be cancelled, as far as its row tells. The command looks at its events. */
const notCancellable = ({ kind, state, replay, steps }: Row): OperationRow['notCancellable'] => {
  if (isLasting(kind)) return { code: 'operation.removal-stays' };
  if (!isCancellable(kind)) return { code: 'operation.not-cancellable' };
  if (state === 'started') return { code: 'operation.under-way' };
  const number = replay === 0 && state !== 'failed' ? steps.filter(({ result }) => isChange(result)).length : 0;
  return number > 0 ? { code: 'operation.half-done', parameters: { number } } : null;
};

/** Returns whether a form can be opened with what was asked for: of a failed deployment that nobody has asked for anew or removed. */
const isAnswerable = ({ kind, state, is_newest: isNewest }: Row): boolean =>
  kind === 'deploy' && state === 'failed' && isNewest;

/** @param detail plan and gateway, for users who may open the deployment. Lists are only for them. `asksAnew`: may send its form. */
export const rowOf = (
  row: Row,
  actor: Actor,
  { asksAnew = false, ...detail }: { plan: OperationRow['plan']; gateway: boolean; asksAnew?: boolean },
): OperationRow => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  apiId: row.api_id,
  apiName: row.api_name,
  deploymentId: numberIn('deployment', row.place),
  consumerId: row.subject_noun === 'consumer' ? Number(row.subject_id) : null,
  subject: row.subject,
  environment: row.environment,
  organizationId: row.organization_id,
  requestedBy: { id: row.requested_by, name: row.requester },
  requestedAt: row.requested_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  attempt: row.attempt,
  steps: row.steps,
  plan: detail.plan,
  problems: [...row.problems] as OperationRow['problems'],
  failureClass: row.failure_class,
  nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
  waitsFor:
    row.state === 'waiting' && row.failure_class === 'away'
      ? { gateway: detail.gateway ? row.gateway_name : null, since: row.updated_at.toISOString() }
      : null,
  overdue: !isFinal(row.state) && isLasting(row.kind) && Date.now() - row.requested_at.getTime() > removalAlarm,
  may: {
    replay: (row.state === 'failed' || row.state === 'waiting') && may(actor, 'operation.replay'),
    cancel: !hasEnded(row) && may(actor, 'operation.cancel'),
    answer: isAnswerable(row) && asksAnew,
  },
  notCancellable: hasEnded(row) || !may(actor, 'operation.cancel') ? null : notCancellable(row),
  holder: may(actor, 'operation.list') ? row.holder : null,
  answers: row.answers,
  answeredBy: row.answered_by,
  answerable: isAnswerable(row),
  cancelled: row.cancel_reason === null ? null : { by: row.canceller ?? '', reason: row.cancel_reason },
});
