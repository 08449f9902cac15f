import { sql } from 'kysely';
import type { Approval } from '#domain/approval/approval.ts';
import { compareApproval, getApproval, listApprovals } from '#domain/approval/calls.ts';
import { approvalDecider } from '#domain/approval/decider.ts';
import { isOfPerson, isSamePerson, streamOfPerson } from '#domain/approval/same-person.ts';
import { type ApprovalListQuery, type ApprovalNow, approvalPageSize } from '#domain/approval/schema.ts';
import { may } from '#domain/core/authorization.ts';
import { loadState } from '#eventstore/load.ts';
import { loadOperations } from '#gateway/plan/operations-store.ts';
import { gatewayDifference } from '../deployment/shared/gateway-difference.ts';
import { listRoutes } from '../http/list-routes.ts';
import { pageOf } from '../http/page.ts';
import { authorize, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { compareAgain } from '../operation/shared/compare-again.ts';
import type { Given } from '../sql/statement.ts';
import { aboutOf, findApproval, resourceOf, rowOf, selectApprovals } from './row.ts';
import { reviewApprover } from './two-people.ts';

/**
 * @property apps    set for people who see only what is about the applications that they maintain, and what they asked for themselves.
 * @property replays whether they see all requests for replays, too.
 */
type Filters = Readonly<{
  state: string | undefined;
  environment: string | undefined;
  apps: number[] | undefined;
  replays: boolean;
  reader: number;
}>;

const readApprovals = pageOf((db, { state, environment, apps, replays, reader }: Given<Filters>) =>
  selectApprovals(db)
    .$if(state !== undefined, (list) => list.where(sql<boolean>`approvals.state = ${state}`))
    .$if(environment !== undefined, (list) => list.where(sql<boolean>`approvals.environment = ${environment}`))
    .$if(apps !== undefined, (list) =>
      list.where(
        sql<boolean>`(apis.application_id = any(${apps}::integer[]) or approvals.requested_by = ${reader}
          or (${replays} and approvals.kind = 'replay'))`,
      ),
    ),
);

const orders = {
  requestedAt: 'requested_at',
  expiresAt: 'expires_at',
  environment: 'sort_environment',
  state: 'state',
} as const satisfies Record<ApprovalListQuery['sort'], string>;

/**
 * Returns the difference that a request makes at the gateway now, and whether it is the one that was asked for. Where it is about a person:
 * whether they are still the same.
 */
const differenceNow = async (services: Services, approval: Approval): Promise<ApprovalNow> => {
  const nothing: ApprovalNow = { isSame: true, plan: { changes: [], more: 0 } };
  if (approval.status === 'none' || approval.change.kind === 'rule' || approval.change.kind === 'people-rule')
    return nothing;
  if (isOfPerson(approval.change)) {
    const events = await services.store.read(streamOfPerson(approval.change));
    return { ...nothing, isSame: isSamePerson(approval.change, events) };
  }
  if (approval.change.kind === 'replay') return await compareAgain(services, approval.change.operations);
  const { deploymentId, config } = approval.change;
  const { hash, changes: plan } = await gatewayDifference(services, {
    ...{ deploymentId, gatewayId: config.gatewayId, config },
    operations: config.lockdown ? await loadOperations(services.pool, config.lockdown.operations) : undefined,
    refusesNames: false,
  });
  return { isSame: hash === approval.hash, plan };
};

export const approvalQueries = [
  ...listRoutes(listApprovals, {
    action: 'approval.list',
    summary:
      'Changes that need a second person: all for portal administrators, for others those of their applications and their own, for support all replays',
    pageSize: approvalPageSize,
    read: async ({ actor, services, query: { page, sort, order, state, environment } }, size) => {
      const seesAll = may(actor, 'approval.list-all');
      const filters = {
        ...{ state, environment, apps: seesAll ? undefined : [...actor.ownerApps] },
        ...{ replays: may(actor, 'approval.read-replay'), reader: actor.userId },
      };
      const { rows, total } = await readApprovals(services.db, filters, { page, size, sort: orders[sort], order });
      return { approvals: rows.map((row) => rowOf(row, actor)), total, page };
    },
    rowsOf: ({ approvals }) => approvals,
    csv: {
      name: 'approvals.csv',
      columns: {
        Id: ({ id }) => String(id),
        Kind: ({ kind }) => kind,
        API: ({ api }) => api?.name ?? '',
        Environment: ({ environment }) => environment ?? '',
        Path: ({ path }) => path,
        Gateway: ({ gateway }) => gateway?.name ?? '',
        Operations: ({ operations }) => String(operations),
        Person: ({ person }) => person?.name ?? '',
        'Requested by': ({ requestedBy }) => requestedBy.name,
        'Requested at': ({ requestedAt }) => requestedAt,
        'Expires at': ({ expiresAt }) => expiresAt,
        State: ({ state }) => state,
        'Decided by': ({ decidedBy }) => decidedBy?.name ?? '',
        'Decided at': ({ decidedAt }) => decidedAt ?? '',
        Note: ({ note }) => note,
        'Why it lapsed': ({ lapse }) => lapse ?? '',
      },
    },
  }),
  route(getApproval, {
    action: 'approval.read',
    summary: 'One change that needs a second person, with its difference at the gateway as it was asked for',
    handle: async ({ actor, services, parameters: { id } }) => {
      const row = await findApproval(services.db, actor, id);
      const shown = rowOf(row, actor);
      const approver = shown.may.decide ? await reviewApprover(services, id, actor.userId) : null;
      // Support replays what it may not open.
      const plan = row.kind !== 'replay' || may(actor, 'approval.decide', resourceOf(row)) ? row.plan : null;
      const { hash, reason, from_roles: from, to_roles: to } = row;
      const roles = from && to ? { from, to } : null;
      return { ...shown, hash, plan, reason, about: aboutOf(row), roles, approver };
    },
  }),
  route(compareApproval, {
    limit: 'preview',
    action: 'approval.decide',
    summary: 'Whether the change would make the same difference at the gateway now',
    handle: async ({ actor, services, parameters: { id } }) => {
      const row = await findApproval(services.db, actor, id);
      // Whoever maintains the API no longer sees what they asked for, and not what is at the gateway now.
      authorize(actor, 'approval.decide', resourceOf(row));
      return await differenceNow(services, await loadState(services.store, approvalDecider, id));
    },
  }),
];
