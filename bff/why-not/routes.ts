import type { Actor } from '#domain/core/actor.ts';
import { type Action, may, type Resource } from '#domain/core/authorization.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { beyondOf, neededFor } from '#domain/why-not/beyond-table.ts';
import { getWhyNot, listWhyNotSubjects } from '#domain/why-not/calls.ts';
import { changerOf, explain, isOfThing, missingOf } from '#domain/why-not/explain.ts';
import type { WhyNotAnswer, WhyNotChange, WhyNotPart } from '#domain/why-not/schema.ts';
import { findPersonById } from '#projections/person.ts';
import { changesByTwo } from '../approval-rule/shared/needs-two.ts';
import { loadPeopleRule } from '../approval-rule/shared/second-person.ts';
import { recordPersonViewed } from '../http/record-view.ts';
import { authorizeOpenly, type ReceivedOf, route } from '../http/route.ts';
import { readAbout } from './about.ts';
import { findWhyNotSubjects } from './subjects.ts';
import { whoMay } from './who-changes.ts';

type Asked = ReceivedOf<typeof getWhyNot>;
type Place = Readonly<{
  resource: Resource;
  organization: WhyNotChange['organization'];
  application: WhyNotChange['application'];
}>;

/** Whose right it is. */
type Person = Readonly<{ actor: Actor; party: WhyNotAnswer['person']; standing: WhyNotAnswer['standing'] }>;

/** Returns the person of a question, and records the look at them. @throws RefusedError 404 */
const readPerson = async (request: Asked): Promise<Person> => {
  const { actor, query, services } = request;
  if (query.personId === undefined || query.personId === actor.userId) return { actor, party: null, standing: null };
  const found = await findPersonById(services.pool, query.personId);
  if (!found || !may(actor, 'why-not.ask-for', { organizationId: found.actor.organizationId }))
    throw new RefusedError(notFound());
  const account = await services.db
    .selectFrom('users')
    .select(['active', 'deleted_at'])
    .where('id', '=', query.personId)
    .executeTakeFirst();
  if (!account || account.deleted_at) throw new RefusedError(notFound());
  const { userId, organizationId } = found.actor;
  await recordPersonViewed({ ...request, action: 'why-not.ask-for' }, { userId, organizationId });
  const standing = found.active ? null : account.active ? 'organization-off' : 'disabled';
  return { actor: found.actor, party: { id: userId, name: found.name }, standing };
};

/** Returns where the people are who can change what is missing about a person. */
const placeOfPerson = async ({ services }: Asked, person: Actor): Promise<Place> => {
  const { organizationId, organizationExternal, userId } = person;
  const organization = await services.db
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where('id', '=', organizationId)
    .executeTakeFirst();
  const resource = { organizationId, organizationExternal, userId };
  return { resource, organization: organization ?? null, application: null };
};

/** Returns the application that the thing belongs to: who maintains it decides who else does. */
const placeOfApplication = async ({ services }: Asked, { applicationId }: Resource): Promise<Place> => {
  const found =
    applicationId == null
      ? undefined
      : await services.db
          .selectFrom('applications')
          .innerJoin('organizations', 'organizations.id', 'applications.organization_id')
          .select(['applications.id', 'applications.name', 'organizations.id as of', 'organizations.external'])
          .where('applications.id', '=', applicationId)
          .executeTakeFirst();
  if (!found) return { resource: {}, organization: null, application: null };
  const resource = { applicationId: found.id, organizationId: found.of, organizationExternal: found.external };
  return { resource, organization: null, application: { id: found.id, name: found.name } };
};

const explainPart = async (request: Asked, person: Actor, resource: Resource, action: Action): Promise<WhyNotPart> => {
  const { actor, query, services } = request;
  const explained = explain(person, action, resource);
  const changes = missingOf(explained).map(async (fact): Promise<WhyNotChange> => {
    const by = changerOf(fact);
    const place = await (fact === 'maintainer'
      ? placeOfApplication(request, resource)
      : placeOfPerson(request, person));
    const { organization, application } = place;
    const who = by ? await whoMay(services, actor, by, place.resource) : [];
    return { fact, by, organization: isOfThing(fact) ? null : organization, application, who };
  });
  const byTwo = beyondOf(action).includes('second-administrator') && (await loadPeopleRule(services)).people;
  const needsTwo = query.env !== undefined && (await changesByTwo(services, query.env));
  return {
    action,
    ...explained,
    rules: explained.rules.map(({ rule, facts }) => ({ rule, facts: [...facts] })),
    changes: await Promise.all(changes),
    beyond: beyondOf(action).filter(
      (each) => (each !== 'two-people' || needsTwo) && (each !== 'second-administrator' || byTwo),
    ),
  };
};

/** Why somebody may not do something (docs/product/why-not.md). The table that decides also explains. */
export const whyNotRoutes = [
  route(getWhyNot, {
    action: 'why-not.ask',
    summary: 'Why the caller, or somebody about whom they may ask, may not do something, and who could change it',
    handle: async (request) => {
      const { actor, query, services } = request;
      const person = await readPerson(request);
      const { about, resource } = await readAbout(services, actor, person.actor, query);
      const parts = await Promise.all(
        neededFor(query.action).map((action) => explainPart(request, person.actor, resource, action)),
      );
      return { person: person.party, standing: person.standing, about, parts };
    },
  }),
  route(listWhyNotSubjects, {
    action: 'why-not.ask-for',
    summary: 'The people and things that the caller can ask about, by name',
    handle: async ({ services, actor, query: { of, search } }) => {
      authorizeOpenly(actor, 'why-not.ask-for', { organizationId: actor.organizationId });
      return { subjects: await findWhyNotSubjects(services, actor, of, search) };
    },
  }),
];
