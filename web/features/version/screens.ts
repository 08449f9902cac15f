import type { FeatureScreens } from '../../components/layout/screen.ts';

export const versionScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).versionViews,
  docks: {
    compare: {},
  },
};
