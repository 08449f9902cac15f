import type { FeatureScreens } from '../../components/layout/screen.ts';

export const tryItScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).tryItViews,
  docks: {
    // The name in the address stays, because people keep links.
    trial: {},
  },
};
