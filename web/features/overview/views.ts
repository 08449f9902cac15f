import type { FeatureViews } from '../../components/layout/screen.ts';

export const overviewViews: FeatureViews = {
  texts: ['overview'],
  screens: {
    '/overview': async () => (await import('./overview.tsx')).Overview,
  },
};
