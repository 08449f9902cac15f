import type { FeatureViews } from '../../components/layout/screen.ts';

export const resourceViews: FeatureViews = {
  texts: ['resources'],
  screens: {
    '/resources': async () => (await import('./resource-list.tsx')).ResourceList,
    '/resource/edit-resource': async () => (await import('./edit-resource.tsx')).EditResource,
  },
};
