import type { FeatureViews } from '../../components/layout/screen.ts';

export const registrationViews: FeatureViews = {
  texts: ['registrations'],
  screens: {
    '/pending-requests': async () => (await import('./pending-requests.tsx')).PendingRequests,
    '/queue-requests': async () => (await import('./pending-requests.tsx')).QueueRequests,
  },
};
