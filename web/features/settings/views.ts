import type { FeatureViews } from '../../components/layout/screen.ts';

export const settingsViews: FeatureViews = {
  screens: {
    '/settings': async () => (await import('./settings.tsx')).Settings,
  },
};
