/** Example addresses of each screen. The browser test of every screen opens them. */
export const addresses = {
  '/register': ['/register'],
  '/registration-confirmation': ['/registration-confirmation'],
  '/pending-requests': ['/pending-requests', '/pending-requests?search=nobody-is-called-so'],
  '/queue-requests': ['/queue-requests', '/queue-requests?status=DENIED'],
};
export const docks = {};

/** Who may open them, by the letters in `web/app/routes/routes.test.ts`. */
export const people = {
  routes: {
    '/register': 'anyone',
    '/registration-confirmation': 'anyone',
    '/pending-requests': 'P',
    '/queue-requests': 'PAx',
  },
  dockViews: {},
};
