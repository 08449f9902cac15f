import type { FeatureScreens } from '../../components/layout/screen.ts';

/** Dock views that are made of parts of several features. */
export const joinedScreens: FeatureScreens = {
  views: async () => (await import('./joined-views.ts')).joinedViews,
  docks: { api: {}, application: {} },
};
