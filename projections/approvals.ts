import {
  type ApprovalState,
  type ApprovedChange,
  environmentOf,
  type Lapse,
  personOfChange,
} from '#domain/approval/approval.ts';
import type { ApprovalKind } from '#domain/approval/schema.ts';
import { approvalRuleId } from '#domain/approval-rule/approval-rule.ts';
import type { Environment } from '#domain/core/environment.ts';
import type { GatewayPlan } from '#domain/core/gateway-plan.ts';
import type { Role } from '#domain/core/role.ts';
import { array, boolean, integer, jsonb, nullable, text, timestamptz, uuid } from './engine/column.ts';
import { insertOnce, timeOf, updateOnce } from './engine/own-stream.ts';
import type { Batch, ProjectionPart, RecordedAs } from './engine/projection.ts';
import { byField, type RowOf, table } from './engine/table.ts';

/** Requests for a second person's approval. */
const approvalsTable = table('approvals', {
  key: ['id'],
  columns: {
    id: integer(),
    kind: text<ApprovalKind>(),
    state: text<ApprovalState>(),
    /** Null: it is about people. */
    environment: nullable(text<Environment>()),
    requested_by: integer(),
    requested_at: timestamptz(),
    expires_at: timestamptz(),
    hash: text(),
    plan: jsonb<GatewayPlan>(),
    /** From here on: of a deployment. */
    api_id: nullable(integer()),
    deployment_id: nullable(integer()),
    gateway_id: nullable(integer()),
    context_path: text(),
    operation_id: nullable(uuid()),
    /** The operation of the form that it changes. Null: the deployment is new. */
    basis: nullable(uuid()),
    /** How many operations are replayed; 0 of other kinds. Of one `operation_id` names it. */
    operations: integer(),
    /** Why they are replayed; else ''. */
    reason: text(),
    /** From here on: of people. */
    user_id: nullable(integer()),
    from_roles: nullable(array(text<Role>())),
    to_roles: nullable(array(text<Role>())),
    enables: boolean(),
    /** Of the denied request for an account whose person is erased. */
    registration_id: nullable(integer()),
    decided_by: nullable(integer()),
    decided_at: nullable(timestamptz()),
    note: text(),
    lapse: nullable(text<Lapse>()),
    stream_version: integer(),
  },
  indexes: [
    '(requested_at, id)',
    '(expires_at, id)',
    "(requested_at, id) where state = 'waiting'",
    '(deployment_id)',
    '(operation_id)',
    '(requested_by)',
    '(user_id)',
  ],
  prefetch: { id: byField('approvalId') },
});

type Later = RecordedAs<
  'ApprovalGiven' | 'ApprovalDenied' | 'ApprovalWithdrawn' | 'ApprovalLapsed' | 'ApprovalCarriedOut'
>;

/** Returns what is asked for of operations. */
const ofReplay = (asked: ApprovedChange) => {
  if (asked.kind !== 'replay') return { operation_id: null, operations: 0, reason: '' };
  const [only, ...others] = asked.operations;
  return {
    operation_id: others.length === 0 ? (only?.operationId ?? null) : null,
    ...{ operations: asked.operations.length, reason: asked.reason },
  };
};

/** Returns what is asked for of people. */
const ofPeople = (asked: ApprovedChange) => ({
  user_id: personOfChange(asked) ?? null,
  from_roles: asked.kind === 'administrator' ? asked.from : null,
  to_roles: asked.kind === 'administrator' ? asked.to : null,
  enables: asked.kind === 'administrator' && asked.enables,
  registration_id: (asked.kind === 'erasure' ? asked.registrationId : undefined) ?? null,
});

const change = (batch: Batch, event: Later, values: Partial<RowOf<typeof approvalsTable>>): Promise<void> =>
  updateOnce(batch.rows(approvalsTable), event.data.approvalId, event, () => values);

/** Which environments are changed by two people. One row for each that ever was. */
const approvalRulesTable = table('approval_rules', {
  key: ['environment'],
  columns: { environment: text<Environment>(), rule_id: integer(), two_people: boolean(), stream_version: integer() },
  prefetch: { environment: byField('environment') },
});

export const approvals = {
  tables: [approvalsTable, approvalRulesTable],
  on: {
    ApprovalRequested: (event, batch) => {
      const { approvalId: id, requestedBy, expiresAt, hash, plan, change: asked } = event.data;
      const ofDeployment =
        asked.kind === 'deployment'
          ? {
              api_id: asked.apiId,
              deployment_id: asked.deploymentId,
              gateway_id: asked.config.gatewayId,
              context_path: asked.config.contextPath,
              operation_id: asked.operationId,
              basis: asked.basis,
              ...{ operations: 0, reason: '' },
            }
          : {
              api_id: null,
              deployment_id: null,
              gateway_id: null,
              context_path: '',
              basis: null,
              ...ofReplay(asked),
            };
      return insertOnce(batch.rows(approvalsTable), id, {
        id,
        kind: asked.kind,
        state: 'waiting',
        environment: environmentOf(asked),
        requested_by: requestedBy,
        requested_at: timeOf(event),
        expires_at: new Date(expiresAt),
        hash,
        plan,
        decided_by: null,
        decided_at: null,
        note: '',
        lapse: null,
        ...ofDeployment,
        ...ofPeople(asked),
        stream_version: event.version,
      });
    },
    ApprovalGiven: (event, batch) =>
      change(batch, event, {
        state: 'approved',
        decided_by: event.data.approvedBy,
        decided_at: timeOf(event),
        note: event.data.note,
      }),
    ApprovalDenied: (event, batch) =>
      change(batch, event, {
        state: 'denied',
        decided_by: event.data.deniedBy,
        decided_at: timeOf(event),
        note: event.data.note,
      }),
    ApprovalWithdrawn: (event, batch) => change(batch, event, { state: 'withdrawn' }),
    ApprovalLapsed: (event, batch) => change(batch, event, { state: 'lapsed', lapse: event.data.lapse }),
    ApprovalCarriedOut: (event, batch) => change(batch, event, { state: 'carried-out' }),
    ApprovalRuleSet: async (event, batch) => {
      const { environment, twoPeople: two_people } = event.data;
      const row = { environment, rule_id: approvalRuleId, two_people, stream_version: event.version };
      const rows = batch.rows(approvalRulesTable);
      await insertOnce(rows, environment, row);
      await updateOnce(rows, environment, event, () => row);
    },
  },
} satisfies ProjectionPart;
