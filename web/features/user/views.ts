import type { FeatureViews } from '../../components/layout/screen.ts';

export const userViews: FeatureViews = {
  screens: {
    '/user-profile': async () => (await import('./profile.tsx')).Profile,
    '/edit-profile': async () => (await import('./edit-profile.tsx')).EditProfile,
    '/change-password': async () => (await import('./change-password.tsx')).ChangePassword,
  },
};
