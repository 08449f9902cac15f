import { accessView, companyView, dockView, newId } from './dock-view.ts';

/** Example addresses of each screen and dock view. The browser test of every screen opens them. */
export const addresses = {
  '/organizations': ['/organizations', '/organizations?type=1'],
  '/organization/edit-organization': ['/organization/edit-organization', '/organization/edit-organization?id=2'],
  '/organization/edit-company': ['/organization/edit-company'],
  '/delete-organization-requests': ['/delete-organization-requests', '/delete-organization-requests?tab=grants'],
};
export const docks = {
  // The demo's second organization, a client.
  [dockView]: [`/organizations?dock=${dockView}:2`],
  [companyView]: [`/organizations?dock=${companyView}:${newId}`, `/organizations?dock=${companyView}:2`],
  [accessView]: [`/organizations?dock=${accessView}:2`],
};

/** Who may open them, by the letters in `web/app/routes/routes.test.ts`. */
export const people = {
  routes: {
    '/organizations': 'P',
    '/organization/edit-organization': 'P',
    '/organization/edit-company': 'P',
    '/delete-organization-requests': 'P',
  },
  dockViews: { [dockView]: 'P', [companyView]: 'P', [accessView]: 'P' },
};
