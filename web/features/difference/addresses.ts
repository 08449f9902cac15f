import { dockView } from './shared/dock-view.ts';

/** Example addresses of each screen and dock view. The browser test of every screen opens them. */
export const addresses = { '/kong/drift': ['/kong/drift', '/kong/drift?state=all'] };
export const docks = {
  // No deployment has it: the demo's gateway holds everything as it was applied.
  [dockView]: [`/kong/drift?dock=${dockView}:1-0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8`],
};

/** Who may open them, by the letters in `web/app/routes/routes.test.ts`. */
export const people = { routes: { '/kong/drift': 'PK' }, dockViews: { [dockView]: 'PK' } };
