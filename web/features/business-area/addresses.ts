import { dockView, newId } from './dock-view.ts';

/** Example addresses of each screen and dock view. The browser test of every screen opens them. */
export const addresses = { '/business-areas': ['/business-areas'] };
export const docks = {
  // The demo's first business area.
  [dockView]: [`/business-areas?dock=${dockView}:1`, `/business-areas?dock=${dockView}:${newId}`],
};

/** Who may open them, by the letters in `web/app/routes/routes.test.ts`. */
export const people = { routes: { '/business-areas': 'P' }, dockViews: { [dockView]: 'P' } };
