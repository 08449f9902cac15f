import { dockView } from './dock-view.ts';

/** Example addresses of each screen and dock view. The browser test of every screen opens them. */
export const addresses = {
  '/wall/event': ['/wall/event'],
  '/events/manage': ['/events/manage'],
  // The demo's first category.
  '/events/spec/:id': ['/events/spec/1'],
  '/events/editor/:id?': ['/events/editor', '/events/editor/1'],
};
export const docks = { [dockView]: [`/wall/event?dock=${dockView}:1`] };

const everybody = 'PKAURSMxn';

/** Who may open them, by the letters in `web/app/routes/routes.test.ts`. */
export const people = {
  routes: {
    '/wall/event': everybody,
    '/events/manage': 'P',
    '/events/spec/:id': everybody,
    '/events/editor/:id?': 'P',
  },
  dockViews: { [dockView]: everybody },
};
