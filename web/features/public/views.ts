import type { FeatureViews } from '../../components/layout/screen.ts';

export const publicViews: FeatureViews = {
  screens: {
    '/': async () => (await import('./landing.tsx')).Landing,
    '/features': async () => (await import('./features.tsx')).Features,
    '/terms': async () => (await import('./terms.tsx')).Terms,
  },
};
