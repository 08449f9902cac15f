import type { FeatureViews } from '../../components/layout/screen.ts';

export const documentationViews: FeatureViews = {
  screens: {
    '/swagger-page/:id': async () => (await import('./swagger-page.tsx')).SwaggerPage,
  },
};
