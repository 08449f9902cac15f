/** Example addresses of each screen. The browser test of every screen opens them, and that of one request, which it makes. */
export const addresses = {
  '/approvals': ['/approvals', '/approvals?state=lapsed'],
};
export const docks = {};

/** Who may open them, by the letters in `web/app/routes/routes.test.ts`. */
export const people = { routes: { '/approvals': 'PSM', '/approvals/:id': 'PKAURSMxn' }, dockViews: {} };
