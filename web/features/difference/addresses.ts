import { dockView } from './shared/dock-view.ts';

/** Example addresses of each screen and dock view. The browser test of every screen opens them. */
export const addresses = { '/kong/drift': ['/kong/drift', '/kong/drift?state=all'] };
export const docks = {
  // The demo holds everything as it was applied. `take-over-what-somebody-changed-by-hand` looks at a difference.
  [dockView]: [],
};

/** Who may open them, by the letters in `web/app/routes/routes.test.ts`. */
export const people = { routes: { '/kong/drift': 'PK' }, dockViews: { [dockView]: 'PK' } };
