import type { FeatureViews } from '../../components/layout/screen.ts';

export const applicationViews: FeatureViews = {
  texts: ['applications'],
  screens: {
    '/my/applications': async () => (await import('./application-list.tsx')).MyApplications,
    '/applications': async () => (await import('./application-list.tsx')).AllApplications,
    '/application/edit-application': async () => (await import('./edit-application.tsx')).EditApplication,
  },
};
