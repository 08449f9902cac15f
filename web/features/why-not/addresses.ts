/** Example addresses of the screen. The browser test of every screen opens them. */
export const addresses = {
  '/why-not': [
    '/why-not',
    '/why-not?action=deployment.request&apiId=1&personId=1&env=PROD',
    '/why-not?action=consumer.remove',
  ],
};
export const docks = {};

/** Who may open them, by the letters in `web/app/routes/routes.test.ts`. */
export const people = { routes: { '/why-not': 'PS' }, dockViews: {} };
