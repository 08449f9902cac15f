import type { FeatureViews } from '../../components/layout/screen.ts';

export const whyNotViews: FeatureViews = {
  texts: ['why-not', 'as-of', 'audit'],
  screens: { '/why-not': async () => (await import('./why-not-screen.tsx')).WhyNotScreen },
};
