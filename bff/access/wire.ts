/*
 * What a request or a grant is about, on the wire (`type` and `productId`) and in the domain, both ways: an API or an event category,
 * and an organization.
 */
import { sql } from 'kysely';
import type { AccessPair } from '#domain/access/access.ts';
import type { AccessType } from '#domain/access/schema.ts';

/** Columns of a list of requests or grants that is joined with `apis` and `event_categories`, of which one has a row. */
export const productColumns = {
  name: sql<string>`coalesce(apis.name, event_categories.name)`,
  sortName: sql<string>`coalesce(apis.sort_name, event_categories.sort_name)`,
  organizationName: sql<string>`coalesce(apis.organization_name, '')`,
  /** Not of a deleted API or category. */
  exists: sql<boolean>`coalesce(apis.id, event_categories.id) is not null`,
};

/** Whether a row is about an event category. */
export const isOfEvents = sql<boolean>`event_category_id is not null`;

/** Returns the value of `isOfEvents` that a list is asked for; undefined for both types. */
export const wantsEvents = (type: AccessType | undefined): boolean | undefined => type && type === 'event';

/** Returns what a row is about, as it is read from a list. */
export const pairOnWire = (
  row: Readonly<{
    api_id: number | null;
    event_category_id: number | null;
    api_name: string;
    api_organization_name: string;
    organization_id: number;
    organization_name: string;
  }>,
) => ({
  type: row.event_category_id === null ? ('api' as const) : ('event' as const),
  // One of the two is there.
  productId: Number(row.api_id ?? row.event_category_id),
  apiName: row.api_name,
  apiOrganizationName: row.api_organization_name,
  organizationId: row.organization_id,
  organizationName: row.organization_name,
});

/** Returns the pair that a body, or what was read, is about. */
export const pairOf = ({
  type,
  productId,
  organizationId,
}: Readonly<{ type: AccessType; productId: number; organizationId: number }>): AccessPair =>
  type === 'event' ? { eventCategoryId: productId, organizationId } : { apiId: productId, organizationId };
