import type { FeatureViews } from '../../components/layout/screen.ts';

export const requestViews: FeatureViews = {
  screens: {
    '/kong/requests': async () => (await import('./requests.tsx')).Requests,
  },
};
