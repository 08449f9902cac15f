import { sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import { may, type Resource } from '#domain/core/authorization.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { fullNameOf } from '#domain/user/full-name.ts';
import type { WhyNotAnswer, WhyNotQuery } from '#domain/why-not/schema.ts';
import { hasOrganizationOf } from '#domain/why-not/subjects-of.ts';
import { findPersonById } from '#projections/person.ts';
import { hasAccess, hasEventAccess } from '../access/access.ts';
import { findApi } from '../api/shared/row.ts';
import { findApplication } from '../application/row.ts';
import type { Services } from '../http/services.ts';
import { findVisibleOrganization } from '../organization/shared/find-organization.ts';

type About = WhyNotAnswer['about'];
type Named = Readonly<{ name: string; resource: Resource }>;
type Parts = Readonly<{ [Name in keyof About]?: Named | undefined }>;

/** Whoever asks about a thing that they may not see gets the response for one that does not exist (C1). */
const seen = (found: Named | undefined): Named => {
  if (!found) throw new RefusedError(notFound());
  return found;
};

const readOrganization = async ({ db }: Services, asker: Actor, id: number): Promise<Named | undefined> => {
  const row = await findVisibleOrganization(db, asker, id);
  return row && { name: row.name, resource: { organizationId: id, organizationExternal: row.external } };
};

const readApi = async ({ db }: Services, person: Actor, id: number): Promise<Named | undefined> => {
  const [api, organization] = await Promise.all([
    findApi(db, id),
    db
      .selectFrom('organizations')
      .innerJoin('apis', 'apis.organization_id', 'organizations.id')
      .leftJoin('applications', 'applications.id', 'apis.application_id')
      .select(['organizations.external', sql<boolean>`coalesce(applications.maintainers_decide, false)`.as('decide')])
      .where('apis.id', '=', id)
      .executeTakeFirst(),
  ]);
  if (!api || !organization) return undefined;
  const { organizationId, bizappId: applicationId } = api;
  const granted = await hasAccess(db, person, { id, organizationId });
  const resource = {
    ...{ apiId: id, applicationId, organizationId, organizationExternal: organization.external, granted },
    maintainersDecide: organization.decide,
  };
  return { name: api.name, resource };
};

const readApplication = async ({ db }: Services, asker: Actor, id: number): Promise<Named | undefined> => {
  const row = await findApplication(db, id);
  return row && may(asker, 'application.read', row.resource) ? { name: row.name, resource: row.resource } : undefined;
};

const readEventCategory = async ({ db }: Services, person: Actor, id: number): Promise<Named | undefined> => {
  const row = await db.selectFrom('event_categories').select('name').where('id', '=', id).executeTakeFirst();
  return row && { name: row.name, resource: { granted: await hasEventAccess(db, id, person.organizationId) } };
};

/** Returns whose thing it is. Whoever may ask about a person may say that it is theirs. */
const readUser = async ({ db, pool }: Services, asker: Actor, id: number): Promise<Named | undefined> => {
  const found = await findPersonById(pool, id);
  if (!found) return undefined;
  const { organizationId } = found.actor;
  if (id !== asker.userId && !may(asker, 'user.read', { userId: id, organizationId }) && !maySee(asker, organizationId))
    return undefined;
  const person = await db
    .selectFrom('users')
    .select(['firstname', 'lastname'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return person && { name: fullNameOf(person.firstname, person.lastname), resource: { userId: id, organizationId } };
};

const withoutOrganization = ({ organizationId, organizationExternal, ...resource }: Resource): Resource => resource;

const maySee = (asker: Actor, organizationId: number): boolean => may(asker, 'why-not.ask-for', { organizationId });

/**
 * Reads the thing that a question is about.
 *
 * @returns its names, and what the authorization table looks at. What nobody named is unknown.
 * @throws RefusedError 404 when one of them does not exist, or the asker may not see it.
 */
export const readAbout = async (
  services: Services,
  asker: Actor,
  person: Actor,
  query: WhyNotQuery,
): Promise<Readonly<{ about: About; resource: Resource }>> => {
  const { action, apiId, applicationId, eventCategoryId, organizationId, userId } = query;
  const read = async (
    thing: Parameters<typeof hasOrganizationOf>[1],
    id: number | undefined,
    find: (id: number) => Promise<Named | undefined>,
  ): Promise<Named | undefined> => {
    if (id === undefined) return undefined;
    const found = seen(await find(id));
    return hasOrganizationOf(action, thing) ? found : { ...found, resource: withoutOrganization(found.resource) };
  };
  const parts: Parts = {
    user: await read('user', userId, (id) => readUser(services, asker, id)),
    application: await read('application', applicationId, (id) => readApplication(services, asker, id)),
    api: await read('api', apiId, (id) => readApi(services, person, id)),
    eventCategory: await read('event-category', eventCategoryId, (id) => readEventCategory(services, person, id)),
    organization: await read('organization', organizationId, (id) => readOrganization(services, asker, id)),
  };
  const nameOf = (part: keyof About, id: number | undefined) => {
    const found = parts[part];
    return found && id !== undefined ? { id, name: found.name } : null;
  };
  return {
    about: {
      api: nameOf('api', apiId),
      application: nameOf('application', applicationId),
      eventCategory: nameOf('eventCategory', eventCategoryId),
      organization: nameOf('organization', organizationId),
      user: nameOf('user', userId),
    },
    resource: Object.assign({}, ...Object.values(parts).map((part) => part?.resource)) as Resource,
  };
};
