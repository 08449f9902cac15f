/** Example addresses of each screen. The browser test of every screen opens them. */
export const addresses = {
  '/approvals': ['/approvals', '/approvals?state=lapsed'],
  // Nobody has asked for this one.
  '/approvals/:id': ['/approvals/999999'],
};
export const docks = {};

/** Who may open them, by the letters in `web/app/routes/routes.test.ts`. */
export const people = { routes: { '/approvals': 'PM', '/approvals/:id': 'PM' }, dockViews: {} };
