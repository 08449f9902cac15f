import type { FeatureScreens } from '../../components/layout/screen.ts';
import { publicViews } from './views.ts';

export const publicScreens: FeatureScreens = {
  // Not in a chunk of its own: strangers see it first.
  views: async () => publicViews,
  routes: [
    { path: '/', titleKey: 'public.landing-title', who: 'anyone' },
    { path: '/features', titleKey: 'public.features-title', who: 'anyone' },
    { path: '/terms', titleKey: 'public.terms-title', who: 'anyone' },
  ],
};
