import type { FeatureViews } from '../../components/layout/screen.ts';
import { accessView, companyView, dockView } from './dock-view.ts';

export const organizationViews: FeatureViews = {
  texts: ['organizations'],
  screens: {
    '/organizations': async () => (await import('./organization-list.tsx')).OrganizationList,
    '/organization/edit-organization': async () => (await import('./edit-organization.tsx')).EditOrganization,
    '/organization/edit-company': async () => (await import('./edit-organization.tsx')).EditOrganization,
    '/delete-organization-requests': async () => (await import('./deletion-requests.tsx')).DeletionRequests,
  },
  docks: {
    [dockView]: async () => (await import('./organization-panel.tsx')).OrganizationPanel,
    [companyView]: async () => (await import('./company-panel.tsx')).CompanyPanel,
    [accessView]: async () => (await import('./access-panel.tsx')).AccessPanel,
  },
};
