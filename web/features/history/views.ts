import type { FeatureViews } from '../../components/layout/screen.ts';

export const historyViews: FeatureViews = {
  texts: ['history'],
  screens: {
    '/api-history/:id': async () => (await import('./history.tsx')).History,
  },
};
