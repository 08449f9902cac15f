import type { FeatureViews } from '../../components/layout/screen.ts';

export const requestViews: FeatureViews = {
  texts: ['traffic'],
  screens: {
    '/kong/requests': async () => (await import('./requests.tsx')).Requests,
  },
  docks: {
    call: async () => (await import('./call-details.tsx')).CallDetails,
  },
};
