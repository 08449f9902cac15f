import { about, type OperationsOf, type SubjectNamesOf } from '../core/operation-kind.ts';
import type { OrganizationEvent } from './organization.ts';

const onOrganization = ({ organizationId }: { organizationId: number }) => about('organization', organizationId);

export const organizationOperations = {
  'suspend-organization': { requestedBy: 'OrganizationDeactivated', about: onOrganization, removal: true, quiet: true },
  'restore-organization': { requestedBy: 'OrganizationActivated', about: onOrganization, quiet: true },
  'delete-organization': {
    requestedBy: 'OrganizationDeletionApproved',
    about: onOrganization,
    removal: true,
    quiet: true,
  },
} as const satisfies OperationsOf<OrganizationEvent>;

export const organizationNames = {
  OrganizationRegistered: ({ organizationId, name }) => ({ id: organizationId, name, organizationId }),
  OrganizationDetailsChanged: ({ organizationId: id, to: { name } }) => ({ id, name }),
} as const satisfies SubjectNamesOf<OrganizationEvent>;
