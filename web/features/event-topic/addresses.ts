import { dockView, newId } from './dock-view.ts';

/** Example addresses of each screen and dock view. The browser test of every screen opens them. */
export const addresses = { '/events/topics': ['/events/topics'] };
export const docks = {
  [dockView]: [`/events/topics?dock=${dockView}:${newId}`],
};

/** Who may open them, by the letters in `web/app/routes/routes.test.ts`. */
export const people = { routes: { '/events/topics': 'P' }, dockViews: { [dockView]: 'P' } };
