import type { Application } from '#domain/application/application.ts';
import { getLosingKeysOfApplication, removeApplication, saveApplication } from '#domain/application/calls.ts';
import { applicationDecider } from '#domain/application/decider.ts';
import type { ApplicationBody } from '#domain/application/schema.ts';
import { lapsedFields } from '#domain/application/undo.ts';
import { type Action, may, type Resource } from '#domain/core/authorization.ts';
import { notFound, type Refusal, RefusedError } from '#domain/core/problem.ts';
import { organizationDecider } from '#domain/organization/decider.ts';
import { guardOf } from '#eventstore/guards.ts';
import { loadState } from '#eventstore/load.ts';
import { randomId } from '#platform/uuid.ts';
import { claimName } from '../http/claim-name.ts';
import { runCommand } from '../http/command.ts';
import { caughtUp } from '../http/guards.ts';
import { onceInForce } from '../http/in-force.ts';
import { refuseWhileUsed } from '../http/in-use.ts';
import { newId } from '../http/new-id.ts';
import { authorizeOpenly, type Received, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { fieldNotYours, invalidField } from '../input/invalid.ts';
import { enterOrganization } from '../organization/shared/enter-organization.ts';
import { findOrganization } from '../organization/shared/find-organization.ts';
import { ofApplication, readLosingKeys } from '../sql/losing-keys.ts';
import { ownersInForce } from '../sql/owners-in-force.ts';
import { applicationUses } from '../sql/uses.ts';
import { enterPeople } from '../user/shared/enter-person.ts';
import { countUses } from './application-detail.ts';
import { checkAddresses, findPeople } from './application-people.ts';
import { applicationForm } from './form.ts';
import { readableApplication } from './queries.ts';

/**
 * Returns the owners as the log has them, those of them who were named in an organization that they left, and which fields end with a
 * change.
 */
const endedOwners = async ({ store, db }: Services, id: number) => {
  const [state, inForce] = await Promise.all([
    loadState(store, applicationDecider, id),
    ownersInForce(db).select('users.id').where('application_owners.application_id', '=', id).execute(),
  ]);
  const owners = state.status === 'none' ? [] : state.owners;
  const ended = owners.filter((userId) => !inForce.some((owner) => owner.id === userId));
  return { owners, ended, lapsed: lapsedFields(state, ended) };
};

/** Returns the guard of the organization that an application comes into. @throws RefusedError when it is going */
const enterAsApplication = ({ services }: Received, organizationId: number) =>
  enterOrganization(services, organizationId, () =>
    invalidField('organizationId', 'application.organization-required'),
  );

/** An organization's applications have different names: people choose between them in lists. */
const claim = ({ services }: Received, { id, organizationId, name }: ApplicationBody) =>
  claimName(
    services,
    {
      table: 'applications',
      place: guardOf(organizationDecider, organizationId),
      where: 'organization_id = $3',
      value: organizationId,
      taken: 'application.name-taken',
    },
    id,
    name,
  );

const add = async (request: Received, body: ApplicationBody) => {
  const { actor, services } = request;
  const { organizationId } = body;
  // Another organization does not exist for this user (C1).
  if (!may(actor, 'application.read', { organizationId })) throw new RefusedError(notFound());
  authorizeOpenly(actor, 'application.add', { organizationId });
  if (!(await findOrganization(services.db, organizationId)))
    throw invalidField('organizationId', 'application.organization-required');
  const guards = [...(await claim(request, body)), ...(await enterAsApplication(request, organizationId))];
  checkAddresses(body.contact, body.owners);
  const people = await findPeople(services, body.contact, body.owners);
  // An application that names nobody is owned by the colleague who adds it.
  const isOwn = people.owners.length + people.invited.length === 0 && actor.organizationId === organizationId;
  const applicationId = await newId(services.pool, 'application');
  const { name, description, external } = body;
  const named = await enterPeople(services, people.owners);
  return {
    decider: applicationDecider,
    id: applicationId,
    isNew: true,
    command: {
      type: 'RegisterApplication',
      data: {
        applicationId,
        organizationId,
        name,
        description,
        external,
        ...people,
        ...(isOwn ? { owners: [actor.userId] } : {}),
      },
    } as const,
    guards: [...guards, ...named],
    form: applicationForm(services, undefined),
    response: { id: applicationId },
  };
};

/** The read table may be behind, so the rule is checked again with the state from the events. */
const stillAllowed =
  ({ actor }: Received, action: Action, resource: Resource) =>
  (state: Application): Refusal | undefined =>
    state.status !== 'none' && may(actor, action, { ...resource, organizationId: state.organizationId })
      ? undefined
      : notFound();

const change = async (request: Received, body: ApplicationBody) => {
  const { actor, services } = request;
  const { id, name, description, external, organizationId, maintainersDecide, basedOn } = body;
  const found = await readableApplication(request, id);
  authorizeOpenly(actor, 'application.change', found.resource);
  if (organizationId !== found.organization_id) {
    if (!may(actor, 'application.move'))
      throw fieldNotYours('organizationId', 'application.organization-fixed', {
        action: 'application.move',
        applicationId: id,
      });
    if (!(await findOrganization(services.db, organizationId)))
      throw invalidField('organizationId', 'application.organization-required');
  }
  if (
    maintainersDecide !== undefined &&
    maintainersDecide !== found.maintainers_decide &&
    !may(actor, 'application.let-decide', found.resource)
  )
    throw fieldNotYours('maintainersDecide', 'application.deciders-not-yours', {
      action: 'application.let-decide',
      applicationId: id,
    });
  // Before the look at its APIs: whoever publishes one in it from now on, or decides as its maintainer, passes the guard.
  const own = await services.store.readGuards([guardOf(applicationDecider, id)]);
  const moving = organizationId === found.organization_id ? [] : await enterAsApplication(request, organizationId);
  const named = await claim(request, body);
  checkAddresses(body.contact, body.owners);
  await caughtUp(services, ['apis', 'users', 'application_owners']);
  const people = await findPeople(services, body.contact, body.owners);
  const { owners, ended, lapsed } = await endedOwners(services, id);
  const newOwners = people.owners.filter((userId) => !owners.includes(userId));
  const entered = await enterPeople(services, newOwners);
  const hasApis = (await countUses(services.db, id)).apis > 0;
  return {
    decider: applicationDecider,
    id,
    command: {
      type: 'ChangeApplication',
      data: {
        ...{ name, description, external, organizationId, ...people, hasApis, ended },
        ...(maintainersDecide !== undefined && { maintainersDecide }),
      },
    } as const,
    form: applicationForm(services, basedOn),
    authorize: stillAllowed(request, 'application.change', found.resource),
    guards: [...own, ...named, ...moving, ...entered],
    lapsed,
    response: { id },
  };
};

export const applicationCommands = [
  route(saveApplication, {
    action: 'application.save',
    summary: 'Add an application, or change the one with this id',
    handle: async (request) => {
      const { body } = request;
      if (body.id === 0) return await runCommand(request, body, () => add(request, body));
      const done = await runCommand(request, body, () => change(request, body));
      return await onceInForce(request.services, done, ['applications', 'application_owners']);
    },
  }),
  route(getLosingKeysOfApplication, {
    action: 'application.delete',
    summary: 'Whose keys stop when the application is deleted, and how much its APIs were called in the last 30 days',
    handle: async (request) => {
      const { id, resource } = await readableApplication(request, request.parameters.id);
      authorizeOpenly(request.actor, 'application.delete', resource);
      return await readLosingKeys(request.services, ofApplication(id));
    },
  }),
  route(removeApplication, {
    action: 'application.delete',
    summary: 'Delete an application without deployments: its APIs are deleted, then it is gone',
    handle: async (request) => {
      const { actor, services, parameters } = request;
      return await runCommand(request, parameters, async () => {
        const { id, resource } = await readableApplication(request, parameters.id);
        authorizeOpenly(actor, 'application.delete', resource);
        const guards = await services.store.readGuards([guardOf(applicationDecider, id)]);
        await caughtUp(services, ['apis', 'deployments']);
        await refuseWhileUsed(request, applicationUses, id);
        const { deployments } = await countUses(services.db, id);
        const operationId = randomId();
        return {
          decider: applicationDecider,
          id,
          command: { type: 'RequestDeletion', data: { operationId, deployments } } as const,
          authorize: stillAllowed(request, 'application.delete', resource),
          guards,
          response: { entityId: id, operationId },
        };
      });
    },
  }),
];
