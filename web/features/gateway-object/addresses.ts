import { dockView } from './shared/dock-view.ts';

const screens = ['services', 'routes', 'consumers', 'plugins', 'upstreams', 'certificates'].map(
  (name) => `/kong/${name}`,
);

/** Example addresses of each screen and dock view. The browser test of every screen opens them. */
export const addresses = Object.fromEntries(screens.map((address) => [address, [address]]));
export const docks = {
  // No gateway has it: which objects the demo has differs from one to the next.
  [dockView]: [`/kong/services?dock=${dockView}:service.1.0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8`],
};

/** Who may open them, by the letters in `web/app/routes/routes.test.ts`. */
export const people = {
  routes: Object.fromEntries(screens.map((address) => [address, 'K'])),
  dockViews: { [dockView]: 'K' },
};
