import type { FeatureViews } from '../../components/layout/screen.ts';

export const aboutViews: FeatureViews = {
  screens: {
    '/about': async () => (await import('./about.tsx')).About,
  },
};
