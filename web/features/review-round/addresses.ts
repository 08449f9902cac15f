/** Example addresses of each screen. The browser test of every screen opens them, and that of one review, which it starts. */
export const addresses = {
  '/review-rounds': ['/review-rounds', '/review-rounds?state=closed'],
};
export const docks = {};

/** Who may open them, by the letters in `web/app/routes/routes.test.ts`. */
export const people = { routes: { '/review-rounds': 'PARx', '/review-round/:id': 'PARx' }, dockViews: {} };
