import type { FeatureScreens } from '../../components/layout/screen.ts';

export const signUpScreens: FeatureScreens = {
  views: async () => (await import('./sign-up-views.ts')).signUpViews,
  routes: [
    { path: '/register', titleKey: 'public.sign-up-title', who: 'anyone' },
    { path: '/registration-confirmation', titleKey: 'public.signed-up-title', who: 'anyone' },
    { path: '/registration-mail', titleKey: 'public.sign-up-title', who: 'anyone' },
    { path: '/confirm-registration', titleKey: 'public.sign-up-title', who: 'anyone' },
  ],
};
