import { integer } from './engine/column.ts';
import type { Batch, ProjectionPart } from './engine/projection.ts';
import { byField, table } from './engine/table.ts';
import { mayWorkThen, type NoticeSubject, noticePeopleTable } from './notice-subjects.ts';

/** Owners of applications. Notices choose who maintains an API by them. Who moved or was deleted has no row. */
const noticeOwnersTable = table('notice_owners', {
  key: ['application_id', 'user_id'],
  columns: { application_id: integer(), user_id: integer() },
  lookups: ['application_id', 'user_id'],
});

/** Applications whose maintainers decide about access to their APIs. */
const noticeDecidingTable = table('notice_deciding_applications', {
  key: ['application_id'],
  columns: { application_id: integer() },
  prefetch: { application_id: byField('applicationId') },
});

/**
 * Returns the maintainers who decide about access to an API, or undefined where the portal's administrators do: also where nobody but
 * the asker is left who may sign in. The inbox chooses the same people (`deciding-maintainers.ts`).
 */
export const decidingMaintainersOf = async (
  batch: Batch,
  api: NoticeSubject | undefined,
  asker: number,
  at: Date,
): Promise<readonly number[] | undefined> => {
  const application = api?.application_id ?? null;
  if (application === null || !(await batch.rows(noticeDecidingTable).get(application))) return undefined;
  const owners = await batch.rows(noticeOwnersTable).where('application_id', application);
  const others: number[] = [];
  for (const { user_id } of owners)
    if (user_id !== asker && (await mayWorkThen(batch, user_id, at))) others.push(user_id);
  return others.length > 0 ? others : undefined;
};

const letDecide = async (batch: Batch, application_id: number, decide: boolean): Promise<void> => {
  const rows = batch.rows(noticeDecidingTable);
  const row = await rows.get(application_id);
  if (decide) rows.put({ application_id });
  else if (row) rows.remove(row);
};

/**
 * Returns the people who maintain an API: whoever published it, and the owners of its application who belong to its organization.
 * Mails choose the same people (`workers/mail/losing-people.ts`).
 */
export const maintainersOf = async (batch: Batch, api: NoticeSubject): Promise<readonly number[]> => {
  const { application_id, organization_id, user_id } = api;
  if (application_id === null) return [user_id];
  const owners = await batch.rows(noticeOwnersTable).where('application_id', application_id);
  const colleagues = await batch.rows(noticePeopleTable).where('organization_id', organization_id);
  const ids = new Set(colleagues.map(({ id }) => id));
  return [user_id, ...owners.map((owner) => owner.user_id).filter((id) => ids.has(id))];
};

type Owner = Readonly<{ applicationId: number; userId: number }>;

const own = (batch: Batch, { applicationId: application_id, userId: user_id }: Owner): void =>
  batch.rows(noticeOwnersTable).put({ application_id, user_id });

const disown = async (batch: Batch, column: 'application_id' | 'user_id', id: number): Promise<void> => {
  const rows = batch.rows(noticeOwnersTable);
  for (const owner of await rows.where(column, id)) rows.remove(owner);
};

/** Runs after the notices of an event are written, as the subjects do. */
export const noticeOwners = {
  tables: [noticeOwnersTable, noticeDecidingTable],
  on: {
    ApplicationRegistered: ({ data: { applicationId, owners } }, batch) => {
      for (const userId of owners) own(batch, { applicationId, userId });
    },
    OwnerAdded: ({ data }, batch) => own(batch, data),
    OwnerJoined: ({ data }, batch) => own(batch, data),
    OwnerRemoved: async ({ data }, batch) => {
      const rows = batch.rows(noticeOwnersTable);
      const owner = await rows.get(data.applicationId, data.userId);
      if (owner) rows.remove(owner);
    },
    MaintainersDecide: ({ data }, batch) => letDecide(batch, data.applicationId, true),
    MaintainersDecideNoMore: ({ data }, batch) => letDecide(batch, data.applicationId, false),
    ApplicationDeleted: async ({ data }, batch) => {
      await disown(batch, 'application_id', data.applicationId);
      await letDecide(batch, data.applicationId, false);
    },
    UserMoved: ({ data }, batch) => disown(batch, 'user_id', data.userId),
    UserDeleted: ({ data }, batch) => disown(batch, 'user_id', data.userId),
  },
} satisfies ProjectionPart;
