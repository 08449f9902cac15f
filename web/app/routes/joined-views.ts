import type { FeatureViews } from '../../components/layout/screen.ts';

export const joinedViews: FeatureViews = {
  docks: {
    api: async () => (await import('./api-dock.tsx')).ApiDock,
    application: async () => (await import('./application-dock.tsx')).ApplicationDock,
  },
};
