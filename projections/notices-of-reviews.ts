import type { Batch, RecordedAs } from './engine/projection.ts';
import { noticesTable, tell } from './notice-rows.ts';
import { noticePeopleTable } from './notice-subjects.ts';

/**
 * Tells who decides that a review of access began, or is due: the portal's administrators, and those of each company with lines in it. The
 * auditor who started it hears that it was due, because only an auditor closes it.
 */
export const tellOfReview =
  (kind: 'review-started' | 'review-due') =>
  async (event: RecordedAs<'ReviewRoundStarted' | 'ReviewRoundDue'>, batch: Batch): Promise<void> => {
    const { reviewRoundId: round_id, dueAt, organizationIds } = event.data;
    const people = batch.rows(noticePeopleTable);
    await people.fetch('organization_id', organizationIds);
    const told = await people.where('office', 'portal');
    for (const organizationId of organizationIds)
      told.push(
        ...(await people.where('organization_id', organizationId)).filter(({ company_admin }) => company_admin),
      );
    const { startedBy = 0 } = 'days' in event.data ? event.data : {};
    const starter = await people.get(startedBy);
    if (starter?.auditor && !told.some(({ id }) => id === startedBy)) told.push(starter);
    const others = 'days' in event.data ? event.data.days : 0;
    for (const { id, organization_id } of told)
      tell(event, batch, [id], kind, { organization_id, round_id, ends_at: new Date(dueAt), others, by_user_id: 0 });
  };

/** A closed round waits for nobody. */
export const withdrawReview = async ({ data }: RecordedAs<'ReviewRoundClosed'>, batch: Batch): Promise<void> => {
  const rows = batch.rows(noticesTable);
  for (const row of await rows.where('round_id', data.reviewRoundId)) rows.remove(row);
};
