import type { FeatureViews } from '../../components/layout/screen.ts';

export const accessViews: FeatureViews = {
  screens: {
    '/api-access-control': async () => (await import('./access-control.tsx')).AccessControl,
  },
};
