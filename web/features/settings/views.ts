import type { FeatureViews } from '../../components/layout/screen.ts';

export const settingsViews: FeatureViews = {
  texts: ['mails'],
  screens: {
    '/settings': async () => (await import('./settings.tsx')).Settings,
  },
};
