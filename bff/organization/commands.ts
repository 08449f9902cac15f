import { saveOrganization, switchOrganization } from '#domain/organization/calls.ts';
import { organizationDecider } from '#domain/organization/decider.ts';
import {
  noProfile,
  type OrganizationDetails,
  type OrganizationProfile,
  profileIn,
} from '#domain/organization/details.ts';
import type { OrganizationBody } from '#domain/organization/form.ts';
import type { Organization, OrganizationCommand } from '#domain/organization/organization.ts';
import { randomId } from '#platform/uuid.ts';
import { claimName, type NameRule } from '../http/claim-name.ts';
import { runCommand } from '../http/command.ts';
import { getAndPost } from '../http/get-and-post.ts';
import { onceInForce } from '../http/in-force.ts';
import { newId } from '../http/new-id.ts';
import type { Shown } from '../http/older-form.ts';
import { authorize, authorizeOpenly, route } from '../http/route.ts';
import { readLastAdministrator } from './deletion-facts.ts';
import { findForChange } from './row.ts';
import { readSwitchFacts } from './switch-facts.ts';

/** The name of a deleted organization is free. */
const names: NameRule = {
  table: 'organizations',
  place: 'organization',
  where: "status <> 'deleted'",
  taken: 'organization.name-taken',
};

/** Returns the details of a form. An internal organization keeps neither a profile nor attributes. */
const detailsOf = (body: OrganizationBody): OrganizationDetails => {
  const { name, contact, external, description, attrs } = body;
  return {
    name,
    contact,
    external,
    description,
    // The form requires a billing type of an external organization.
    profile: external ? (profileIn(body) as OrganizationProfile) : null,
    attributes: external ? attrs : [],
  };
};

/** What the form shows: the fields of its body. */
const shownBy = (state: Organization): Shown => {
  if (state.status === 'none') return {};
  const { profile, attributes: attrs, ...details } = state.details;
  return { ...details, ...(profile ?? noProfile), attrs };
};

const save = route(saveOrganization, {
  action: 'organization.save',
  summary: 'Add an organization, or change the one with this id',
  handle: async (request) => {
    const { actor, body, services } = request;
    authorizeOpenly(actor, 'organization.save');
    const { id, name, external, basedOn, endKeys = false } = body;
    const details = detailsOf(body);
    return await runCommand(request, body, async () => {
      const named = await claimName(services, names, id, name);
      const organizationId = id === 0 ? await newId(services.pool, 'organization') : id;
      const { facts, guards } = id !== 0 && external ? await readSwitchFacts(services, id) : { guards: [] };
      const command: OrganizationCommand =
        id === 0
          ? { type: 'RegisterOrganization', data: { organizationId, ...details } }
          : { type: 'ChangeDetails', data: { details, endKeys, ...facts } };
      return {
        decider: organizationDecider,
        id: organizationId,
        isNew: id === 0,
        command,
        guards: [...named, ...guards],
        form: { basedOn, shows: shownBy },
        response: { id: organizationId, name, external },
      };
    });
  },
});

const isOff = (state: Organization): boolean => state.status === 'deactivated';

/**
 * The response waits until the read tables know the change, so that people of a deactivated organization are signed out at
 * their next call.
 */
const turn = getAndPost(switchOrganization, {
  action: 'organization.switch',
  summary: 'Deactivate an active organization, or activate a deactivated one',
  handle: async (request) => {
    const { actor, query, services } = request;
    const { id, deactivated = null } = query;
    const done = await runCommand(request, query, async () => {
      authorize(actor, 'organization.switch', await findForChange(services.db, id));
      const { hasLastAdministrator, guards } = await readLastAdministrator(services, id);
      const operationId = randomId();
      return {
        decider: organizationDecider,
        id,
        command: { type: 'SwitchOrganization' as const, data: { operationId, deactivated, hasLastAdministrator } },
        guards,
        response: (events: readonly unknown[], state: Organization) => ({
          id,
          deactivated: events.length > 0 ? !isOff(state) : isOff(state),
          ...(events.length > 0 ? { operationId } : {}),
        }),
      };
    });
    return await onceInForce(services, done, ['organizations']);
  },
});

export const organizationCommands = [save, ...turn];
