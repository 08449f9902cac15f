import type { FeatureViews } from '../../components/layout/screen.ts';

export const consumerViews: FeatureViews = {
  texts: ['consumer-list'],
  screens: { '/kong/add-consumer': async () => (await import('./add-consumer.tsx')).AddConsumer },
  docks: {
    key: async () => (await import('./edit-key.tsx')).EditKey,
    keys: async () => (await import('./add-key.tsx')).AddKey,
  },
};
