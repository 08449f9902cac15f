/** Example addresses of each screen. The browser test of every screen opens them. */
export const addresses = { '/kong/take-over': ['/kong/take-over', '/kong/take-over?state=skipped'] };
export const docks = {};

/** Who may open them, by the letters in `web/app/routes/routes.test.ts`. */
export const people = { routes: { '/kong/take-over': 'K' }, dockViews: {} };
