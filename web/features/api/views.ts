import type { FeatureViews } from '../../components/layout/screen.ts';

export const apiViews: FeatureViews = {
  screens: {
    '/wall': async () => (await import('./gallery.tsx')).MyGallery,
    '/wall/all': async () => (await import('./gallery.tsx')).AllGallery,
    '/api-upload': async () => (await import('./upload.tsx')).Upload,
  },
};
