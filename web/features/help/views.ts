import type { FeatureViews } from '../../components/layout/screen.ts';

export const helpViews: FeatureViews = {
  texts: ['faq'],
  screens: {
    '/help/faq': async () => (await import('./faq.tsx')).Faq,
  },
};
