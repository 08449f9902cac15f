/** Example addresses of each screen. The browser test of every screen opens them. */
export const addresses = { '/inbox': ['/inbox', '/inbox?kind=access', '/inbox?search=nobody-is-called-so'] };
export const docks = {};

/** Who may open them, by the letters in `web/app/routes/routes.test.ts`. */
export const people = { routes: { '/inbox': 'PKAMx' }, dockViews: {} };
