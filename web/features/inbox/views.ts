import type { FeatureViews } from '../../components/layout/screen.ts';

export const inboxViews: FeatureViews = {
  texts: ['inbox'],
  screens: {
    '/inbox': async () => (await import('./inbox.tsx')).Inbox,
  },
};
