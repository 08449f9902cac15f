import type { FeatureScreens } from '../../components/layout/screen.ts';

export const consumerScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).consumerViews,
  docks: {
    key: {},
    keys: {},
  },
};
