/** Example addresses of the desk and of a cause on it. The browser test of every screen opens them. */
export const addresses = { '/desk': ['/desk', '/desk?state=slow'] };
export const docks = { cause: ['/desk?dock=cause:failed~permanent~gateway.name-taken~gateway-1'] };

/** Who may open them, by the letters in `web/app/routes/routes.test.ts`. */
export const people = { routes: { '/desk': 'PS' }, dockViews: { cause: 'PS' } };
