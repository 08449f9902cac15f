import type { OwnHistory } from '../core/history.ts';
import { type OrganizationDetails, type OrganizationProfile, profileFields } from './details.ts';
import type { OrganizationEvent } from './organization.ts';

const ofProfile = Object.fromEntries(
  profileFields.map((field) => [field, ({ profile }: OrganizationDetails) => profile?.[field] ?? '']),
) as Record<keyof OrganizationProfile, (details: OrganizationDetails) => string>;

/** The history of an organization. */
export const organizationHistory = {
  noun: 'organization',
  kinds: {
    OrganizationRegistered: 'registered',
    OrganizationDetailsChanged: 'changed',
    OrganizationDeactivated: 'deactivated',
    OrganizationActivated: 'activated',
    OrganizationDeletionRequested: 'deletion-requested',
    OrganizationDeletionDenied: 'denied',
    OrganizationDeletionWithdrawn: 'withdrawn',
    OrganizationDeletionApproved: 'approved',
    OrganizationDeleted: 'deleted',
  },
  fields: {
    name: ({ name }) => name,
    external: ({ external }) => String(external),
    contact: ({ contact }) => contact,
    description: ({ description }) => description,
    ...ofProfile,
    attributes: ({ attributes }) => attributes.map((each) => `${each.name}: ${each.value}`).join('\n'),
  },
} as const satisfies OwnHistory<OrganizationEvent, OrganizationDetails>;
