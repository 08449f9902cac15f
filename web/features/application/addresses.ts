import { dockView } from './dock-view.ts';

/** Example addresses of each screen and dock view. The browser test of every screen opens them. */
export const addresses = {
  '/applications': ['/applications', '/applications?type=1'],
  '/my/applications': ['/my/applications'],
  // The demo's first application.
  '/application/edit-application': ['/application/edit-application', '/application/edit-application?id=1'],
};
export const docks = { [dockView]: [`/my/applications?dock=${dockView}:1`] };

/** Who may open them, by the letters in `web/app/routes/routes.test.ts`. */
export const people = {
  routes: { '/applications': 'PK', '/my/applications': 'PKAURSMxn', '/application/edit-application': 'PKAURSMxn' },
  dockViews: { [dockView]: 'PKAURSMxn' },
};
