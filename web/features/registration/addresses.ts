/** Example addresses of each screen. The browser test of every screen opens them. */
export const addresses = {
  '/register': ['/register'],
  '/registration-confirmation': ['/registration-confirmation'],
  '/registration-mail': ['/registration-mail'],
  '/confirm-registration': ['/confirm-registration', '/confirm-registration#AAAA'],
  // The demo's first request, and none.
  '/pending-requests': [
    '/pending-requests',
    '/pending-requests?search=nobody-is-called-so',
    '/pending-requests?request=1',
    '/pending-requests?request=999999',
  ],
  '/queue-requests': ['/queue-requests', '/queue-requests?status=DENIED', '/queue-requests?request=1'],
};
export const docks = {};

/** Who may open them, by the letters in `web/app/routes/routes.test.ts`. */
export const people = {
  routes: {
    '/register': 'anyone',
    '/registration-confirmation': 'anyone',
    '/registration-mail': 'anyone',
    '/confirm-registration': 'anyone',
    '/pending-requests': 'P',
    '/queue-requests': 'PAx',
  },
  dockViews: {},
};
