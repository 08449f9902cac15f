import type { FeatureViews } from '../../components/layout/screen.ts';

export const asOfViews: FeatureViews = {
  texts: ['as-of', 'audit'],
  screens: { '/as-of': async () => (await import('./as-of-screen.tsx')).AsOfScreen },
};
