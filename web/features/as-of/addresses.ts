/** Example addresses of the screen. The browser test of every screen opens them. */
export const addresses = {
  '/as-of': [
    '/as-of',
    '/as-of?of=organization&id=1&at=2026-01-01T12%3A00%3A00.000Z',
    '/as-of?of=user&id=1',
    '/as-of?id=2000000000',
  ],
};
export const docks = {};

/** Who may open them, by the letters in `web/app/routes/routes.test.ts`. */
export const people = { routes: { '/as-of': 'PARx' }, dockViews: {} };
