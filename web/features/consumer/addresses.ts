const screen = '/kong/add-consumer';

/** Example addresses of each screen. The browser test of every screen opens them. */
export const addresses = { [screen]: [screen, `${screen}?apiId=1`] };
export const docks = {};

/** Who may open them, by the letters in `web/app/routes/routes.test.ts`. */
export const people = { routes: { [screen]: 'PK' }, dockViews: {} };
