import { environmentOf } from '#domain/approval/approval.ts';
import { nameInEnvironment } from '#domain/core/environment.ts';
import type { Batch, ProjectionPart, RecordedAs } from './engine/projection.ts';
import { maintainersOf } from './notice-owners.ts';
import { administrators, noticesTable, tell } from './notice-rows.ts';
import { subjectOf } from './notice-subjects.ts';

/** Tells those who may be the second person: not whoever asked. */
const asked = async (event: RecordedAs<'ApprovalRequested'>, batch: Batch): Promise<void> => {
  const { approvalId: approval_id, requestedBy, change } = event.data;
  const api = change.kind === 'deployment' ? await subjectOf(batch, 'api', change.apiId) : undefined;
  const people = [...(api ? await maintainersOf(batch, api) : []), ...(await administrators(batch, 'portal'))];
  const where = {
    environment: environmentOf(change),
    ...(change.kind === 'deployment' && {
      subject: nameInEnvironment(change.config.contextPath, change.config.environment),
    }),
  };
  const organization_id = api?.organization_id ?? event.meta.actor.organizationId;
  const about = { approval_id, organization_id, api_id: api?.api_id ?? null, ...where };
  tell(event, batch, people, 'approval-asked', about, requestedBy);
};

/** What is decided waits for nobody. */
const withdrawAsked = async (batch: Batch, approvalId: number): Promise<void> => {
  const rows = batch.rows(noticesTable);
  for (const row of await rows.where('approval_id', approvalId)) if (row.kind === 'approval-asked') rows.remove(row);
};

const decided =
  (kind: 'approval-given' | 'approval-denied' | 'approval-lapsed') =>
  async (event: RecordedAs<'ApprovalGiven' | 'ApprovalDenied' | 'ApprovalLapsed'>, batch: Batch): Promise<void> => {
    const { approvalId: approval_id } = event.data;
    await withdrawAsked(batch, approval_id);
    const approval = await subjectOf(batch, 'approval', approval_id);
    if (!approval) return;
    const { organization_id, api_id, name: subject, environment, user_id } = approval;
    tell(event, batch, [user_id], kind, { approval_id, organization_id, api_id, subject, environment });
  };

/** The notices about changes that need a second person. */
export const noticesOfApprovals = {
  tables: [],
  on: {
    ApprovalRequested: asked,
    ApprovalGiven: decided('approval-given'),
    ApprovalDenied: decided('approval-denied'),
    ApprovalLapsed: decided('approval-lapsed'),
    ApprovalWithdrawn: (event, batch) => withdrawAsked(batch, event.data.approvalId),
  },
} satisfies ProjectionPart;
