import type { Batch, RecordedAs } from './engine/projection.ts';
import { maintainersOf } from './notice-owners.ts';
import { administrators, companyAdmins, noticesTable, ofApi, tell } from './notice-rows.ts';
import { productOf, subjectOf } from './notice-subjects.ts';

/** Returns when access ends, or ended by itself, as the event says. Null: it has no end, or somebody ended it. */
export const endOf = (data: object): Date | null =>
  'endsAt' in data && typeof data.endsAt === 'string' ? new Date(data.endsAt) : null;

/** Tells both sides that access ends soon: whoever has it, and whoever maintains the API or gives access to events. */
export const tellEnding = async (
  event: RecordedAs<'ApiAccessEnding' | 'EventAccessEnding'>,
  batch: Batch,
): Promise<void> => {
  const { grantId, organizationId: organization_id, endsAt } = event.data;
  const product = productOf(event.data);
  const about = { ...product, named_organization_id: organization_id, ends_at: new Date(endsAt) };
  const grant = await subjectOf(batch, 'grant', grantId);
  const keys = 'api_id' in product ? await ofApi(batch, product.api_id, 'key') : [];
  const owners = keys.filter((key) => key.organization_id === organization_id).map(({ user_id }) => user_id);
  const people = [grant?.user_id ?? 0, ...owners, ...(await companyAdmins(batch, organization_id))];
  tell(event, batch, people, 'access-ends', { organization_id, ...about });
  const told = new Set(people);
  const isUntold = (id: number) => !told.has(id);
  const api = 'api_id' in product ? await subjectOf(batch, 'api', product.api_id) : undefined;
  if (api) {
    const maintainers = (await maintainersOf(batch, api)).filter(isUntold);
    tell(event, batch, maintainers, 'access-ends', { organization_id: api.organization_id, ...about });
  } else
    tell(event, batch, (await administrators(batch, 'portal')).filter(isUntold), 'access-ends', {
      organization_id,
      ...about,
    });
};

/** Takes the warnings of an end that was moved or removed away. */
export const withdrawEnding = async (
  { data }: RecordedAs<'ApiAccessEndChanged' | 'EventAccessEndChanged'>,
  batch: Batch,
): Promise<void> => {
  const { api_id, event_category_id } = { api_id: null, event_category_id: null, ...productOf(data) };
  const rows = batch.rows(noticesTable);
  for (const row of await rows.where('named_organization_id', data.organizationId))
    if (row.kind === 'access-ends' && row.api_id === api_id && row.event_category_id === event_category_id)
      rows.remove(row);
};

/** Tells both sides that a key ends soon: whoever has it, and whoever maintains the API. */
export const tellKeyEnding = async (event: RecordedAs<'KeyEnding'>, batch: Batch): Promise<void> => {
  const { consumerId: consumer_id, endsAt } = event.data;
  const key = await subjectOf(batch, 'key', consumer_id);
  if (!key) return;
  const { organization_id, api_id, name: subject, environment, user_id } = key;
  const about = { api_id, consumer_id, key_id: consumer_id, subject, environment, ends_at: new Date(endsAt) };
  const people = [user_id, ...(await companyAdmins(batch, organization_id))];
  tell(event, batch, people, 'key-ending', { organization_id, ...about });
  const told = new Set(people);
  const api = api_id === null ? undefined : await subjectOf(batch, 'api', api_id);
  const maintainers = api ? (await maintainersOf(batch, api)).filter((id) => !told.has(id)) : [];
  tell(event, batch, maintainers, 'key-ending', { organization_id: api?.organization_id ?? 0, ...about });
};

/** Takes the warnings of a key's end away. Those of a rotation name its operation. */
export const withdrawKeyEnding = async (batch: Batch, consumerId: number): Promise<void> => {
  const rows = batch.rows(noticesTable);
  for (const row of await rows.where('consumer_id', consumerId))
    if (row.kind === 'key-ending' && row.operation_id === null) rows.remove(row);
};

/** Returns whether a change moves or removes a key's end. */
export const changesKeyEnd = ({ data: { from, to } }: RecordedAs<'ConsumerChangeRequested'>): boolean =>
  to.endsAt !== undefined && to.endsAt !== (from.endsAt ?? null);
