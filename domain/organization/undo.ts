import { type Shown, type UndoRules, undoRules } from '../core/undo.ts';
import { saveOrganization, switchOrganization } from './calls.ts';
import { organizationDecider } from './decider.ts';
import { withdrawDeletion } from './deletion-calls.ts';
import { noProfile } from './details.ts';
import type { Organization, OrganizationEvent } from './organization.ts';

const isThere = (state: Organization) => state.status !== 'none' && state.status !== 'deleted';

const formOf = (state: Organization): Shown => {
  if (state.status === 'none' || state.status === 'deleted') return {};
  const { profile, attributes: attrs, ...details } = state.details;
  return { ...details, ...(profile ?? noProfile), attrs };
};

const isOff = (state: Organization): Shown => (isThere(state) ? { isOff: state.status === 'deactivated' } : {});

/** How changes of an organization are taken back. */
export const organizationUndo: UndoRules<OrganizationEvent> = undoRules(organizationDecider, {
  OrganizationRegistered: 'begins',
  OrganizationDetailsChanged: {
    shows: formOf,
    opposite: ({ data: { organizationId: id }, wanted, basedOn }) => ({
      call: saveOrganization,
      action: 'organization.save',
      about: { organizationId: id },
      does: 'fields',
      body: { id, ...wanted, basedOn },
    }),
  },
  OrganizationDeactivated: {
    shows: isOff,
    opposite: ({ data: { organizationId: id } }) => ({
      call: switchOrganization,
      action: 'organization.switch',
      about: { organizationId: id },
      does: 'activate',
      effects: ['gateway', 'keys-return'],
      query: { id, deactivated: false },
    }),
  },
  OrganizationActivated: {
    shows: isOff,
    opposite: ({ data: { organizationId: id } }) => ({
      call: switchOrganization,
      action: 'organization.switch',
      about: { organizationId: id },
      does: 'deactivate',
      effects: ['gateway', 'keys-stop', 'logged-out'],
      query: { id, deactivated: true },
    }),
  },
  OrganizationDeletionRequested: {
    shows: (state) => (isThere(state) && state.status !== 'none' ? { deletion: state.deletion } : {}),
    by: 'OrganizationDeletionWithdrawn',
    opposite: ({ data: { organizationId: orgId, requestId: id } }) => ({
      call: withdrawDeletion,
      action: 'organization.withdraw-deletion',
      about: { organizationId: orgId },
      does: 'withdraw',
      query: { id, orgId },
    }),
  },
  OrganizationDeletionDenied: 'decided',
  OrganizationDeletionWithdrawn: 'decided',
  OrganizationDeletionApproved: 'ends',
  OrganizationDeleted: 'ends',
});
