import type { FeatureViews } from '../../components/layout/screen.ts';

export const versionViews: FeatureViews = {
  texts: ['versions'],
  docks: {
    compare: async () => (await import('./compare-panel.tsx')).ComparePanel,
  },
};
