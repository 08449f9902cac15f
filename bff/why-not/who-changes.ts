import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import {
  type Action,
  authorizationTable,
  type Condition,
  type Fact,
  factsOf,
  may,
  type Resource,
} from '#domain/core/authorization.ts';
import type { WhyNotChange } from '#domain/why-not/schema.ts';
import type { Services } from '../http/services.ts';
import { fullName } from '../sql/full-name.ts';

/** People that are named for each rule. */
const mostNamed = 5;

type Clause = RawBuilder<boolean>;

const nobody: Clause = sql`false`;
const when = (isTrue: boolean | undefined): Clause => (isTrue ? sql`true` : nobody);
const withRole = (role: string): Clause => sql`users.roles @> array[${role}]`;

/** The facts of `domain/core/authorization.ts`, as people are found by them. */
const clauses: Readonly<Record<Fact, (resource: Resource) => Clause>> = {
  internal: () => sql`not organizations.external`,
  portalAdmin: () => withRole('ROLE_PORTAL_ADMIN'),
  gatewayAdmin: () => withRole('ROLE_KONG_ADMIN'),
  support: () => withRole('ROLE_SUPPORT'),
  auditor: () => withRole('ROLE_AUDITOR'),
  companyAdmin: () => withRole('ROLE_COMPANY_ADMIN'),
  member: () => sql`users.roles && array['ROLE_COMPANY_ADMIN', 'ROLE_COMPANY_USER']`,
  onlyUser: () => sql`${withRole('ROLE_COMPANY_USER')} and not ${withRole('ROLE_COMPANY_ADMIN')}`,
  maintainer: ({ applicationId }) =>
    applicationId == null
      ? nobody
      : sql`exists (
          select from application_owners owner
          where owner.application_id = ${applicationId} and owner.user_id = users.id
            and owner.organization_id = users.organization_id)`,
  ownOrganization: ({ organizationId }) =>
    organizationId === undefined ? nobody : sql`users.organization_id = ${organizationId}`,
  ofInternal: ({ organizationExternal }) => when(organizationExternal === false),
  granted: ({ granted }) => when(granted),
  maintainersDecide: ({ maintainersDecide }) => when(maintainersDecide),
  self: ({ userId }) => (userId === undefined ? nobody : sql`users.id = ${userId}`),
};

/**
 * Whom the asker may know by name: the people of their own organization, those of internal ones where theirs is internal, and
 * everybody about whom they may ask.
 */
const knownTo = (asker: Actor): Clause => {
  if (may(asker, 'why-not.ask-for')) return sql`true`;
  const own = sql<boolean>`users.organization_id = ${asker.organizationId}`;
  return asker.organizationExternal ? own : sql`(${own} or not organizations.external)`;
};

const named = async ({ db }: Services, asker: Actor, rule: Condition, resource: Resource) => {
  const found = await db
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.id', 'users.organization_id')
    .select(['users.id', 'users.email', fullName('users').as('name')])
    .where('users.active', '=', true)
    .where('users.erased_at', 'is', null)
    .where('organizations.status', '=', 'active')
    .where(sql.join([...factsOf(rule).map((fact) => clauses[fact](resource)), knownTo(asker)], sql` and `) as Clause)
    .orderBy('users.sort_lastname')
    .orderBy('users.id')
    .limit(mostNamed + 1)
    .execute();
  return { rule, people: found.slice(0, mostNamed), more: found.length > mostNamed };
};

/** Returns who may do an action, by the table: each rule, and the people whom the asker may know. */
export const whoMay = (
  services: Services,
  asker: Actor,
  action: Action,
  resource: Resource,
): Promise<WhyNotChange['who']> =>
  Promise.all(authorizationTable[action].map((rule) => named(services, asker, rule, resource)));
