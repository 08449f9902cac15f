import type { FeatureViews } from '../../components/layout/screen.ts';

export const reviewRoundViews: FeatureViews = {
  texts: ['review-rounds'],
  screens: {
    '/review-rounds': async () => (await import('./review-round-list.tsx')).ReviewRoundList,
    '/review-round/:id': async () => (await import('./review-round-screen.tsx')).ReviewRoundScreen,
  },
};
