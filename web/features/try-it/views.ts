import type { FeatureViews } from '../../components/layout/screen.ts';

export const tryItViews: FeatureViews = {
  docks: {
    trial: async () => (await import('./try-it.tsx')).TryIt,
  },
};
