import { Building2, Eraser } from 'lucide-react';
import { lazy } from 'react';
import { isPortalAdmin } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';
import { accessView, companyView, dockView } from './dock-view.ts';

const edit = lazy(() => import('./edit-organization.tsx').then((module) => ({ default: module.EditOrganization })));
const waiting = lazy(() => import('./waiting-count.tsx').then((module) => ({ default: module.WaitingCount })));

export const organizationScreens: FeatureScreens = {
  routes: [
    {
      path: '/organizations',
      screen: lazy(() => import('./organization-list.tsx').then((module) => ({ default: module.OrganizationList }))),
      titleKey: 'shell.nav-organizations',
      who: isPortalAdmin,
      side: { group: 'portal', label: 'shell.nav-organizations', icon: Building2, who: isPortalAdmin },
    },
    { path: '/organization/edit-organization', screen: edit, titleKey: 'shell.nav-organizations', who: isPortalAdmin },
    { path: '/organization/edit-company', screen: edit, titleKey: 'shell.nav-organizations', who: isPortalAdmin },
    {
      path: '/delete-organization-requests',
      screen: lazy(() => import('./deletion-requests.tsx').then((module) => ({ default: module.DeletionRequests }))),
      titleKey: 'shell.nav-deletion-requests',
      who: isPortalAdmin,
      side: {
        group: 'portal',
        label: 'shell.nav-deletion-requests',
        icon: Eraser,
        who: isPortalAdmin,
        count: waiting,
      },
    },
  ],
  dockViews: {
    [dockView]: {
      view: lazy(() => import('./organization-panel.tsx').then((module) => ({ default: module.OrganizationPanel }))),
      who: isPortalAdmin,
    },
    [companyView]: {
      view: lazy(() => import('./company-panel.tsx').then((module) => ({ default: module.CompanyPanel }))),
      who: isPortalAdmin,
    },
    [accessView]: {
      view: lazy(() => import('./access-panel.tsx').then((module) => ({ default: module.AccessPanel }))),
      who: isPortalAdmin,
    },
  },
};
