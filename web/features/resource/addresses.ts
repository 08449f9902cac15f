/** Example addresses of each screen. The browser test of every screen opens them. */
export const addresses = {
  '/resources': ['/resources', '/resources?type=KONG&public=1'],
  // The demo's gateway is its first resource.
  '/resource/edit-resource': ['/resource/edit-resource', '/resource/edit-resource?id=1'],
};
export const docks = {};

/** Who may open them, by the letters in `web/app/routes/routes.test.ts`. */
export const people = { routes: { '/resources': 'P', '/resource/edit-resource': 'P' }, dockViews: {} };
