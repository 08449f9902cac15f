import type { FeatureViews } from '../../components/layout/screen.ts';

export const consumerViews: FeatureViews = {
  docks: {
    key: async () => (await import('./edit-key.tsx')).EditKey,
    keys: async () => (await import('./add-key.tsx')).AddKey,
  },
};
