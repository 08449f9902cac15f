import { type Kysely, type Selectable, sql } from 'kysely';
import type { OrganizationStatus } from '#domain/organization/organization.ts';
import { isInternalAddress } from '#domain/user/address.ts';
import type { UserRow, UserStanding } from '#domain/user/row.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import type { Services } from '../http/services.ts';

/** Users with their organization, in one query of lists and details. */
export const usersWithOrganization = (db: Kysely<ReadTables>) =>
  db
    .selectFrom('users')
    .leftJoin('organizations', 'organizations.id', 'users.organization_id')
    .select([
      'users.id',
      'users.firstname',
      'users.lastname',
      'users.email',
      'users.organization_id',
      'users.roles',
      'users.active',
      'users.invited_until',
      'users.last_sign_in',
      'users.created_at',
      'users.deleted_at',
      'users.erased_at',
      'organizations.name as organization_name',
      'organizations.external',
      'organizations.status as organization_status',
    ]);

type Row = Pick<
  Selectable<ReadTables['users']>,
  | 'id'
  | 'firstname'
  | 'lastname'
  | 'email'
  | 'organization_id'
  | 'roles'
  | 'active'
  | 'invited_until'
  | 'last_sign_in'
  | 'created_at'
  | 'deleted_at'
  | 'erased_at'
> &
  Readonly<{
    organization_name: string | null;
    external: boolean | null;
    organization_status: OrganizationStatus | null;
  }>;

const standingOf = (row: Row, now: Date): UserStanding => {
  const { active, invited_until, deleted_at, erased_at, organization_status } = row;
  if (erased_at) return 'erased';
  if (deleted_at) return 'deleted';
  if (!active) return 'disabled';
  if (organization_status !== null && organization_status !== 'active') return 'suspended';
  if (!invited_until) return 'active';
  return invited_until < now ? 'invitation-over' : 'invited';
};

/** Returns a row as administrators see it. */
export const userRowOf = (row: Row, { settings, now }: Pick<Services, 'settings' | 'now'>): UserRow => ({
  id: row.id,
  firstname: row.firstname,
  lastname: row.lastname,
  email: row.email,
  organizationId: row.organization_id,
  organization: { organizationName: row.organization_name ?? '', external: row.external !== false },
  roles: row.roles,
  activeStatus: row.active && row.organization_status === 'active' ? 'Y' : 'N',
  standing: standingOf(row, now()),
  addedDate: row.created_at.toISOString(),
  lastLogin: row.last_sign_in?.toISOString() ?? null,
  invitedUntil: row.invited_until?.toISOString() ?? null,
  isInternalAddress: isInternalAddress(row.email, settings.INTERNAL_EMAIL_DOMAINS),
});

/** Conditions of `standing`, as texts of the program. */
export const standingConditions = {
  active: sql<boolean>`users.active and users.invited_until is null and organizations.status = 'active'`,
  invited: sql<boolean>`users.active and users.invited_until is not null and organizations.status = 'active'`,
  suspended: sql<boolean>`users.active and organizations.status <> 'active'`,
  disabled: sql<boolean>`not users.active and users.deleted_at is null`,
  deleted: sql<boolean>`users.deleted_at is not null`,
  present: sql<boolean>`users.deleted_at is null`,
} as const;
