import type { FeatureViews } from '../../components/layout/screen.ts';

export const sessionViews: FeatureViews = {
  screens: {
    '/auth-callback': async () => (await import('./auth-callback.tsx')).AuthCallback,
    '/logout': async () => (await import('./logged-out.tsx')).LoggedOut,
  },
};
