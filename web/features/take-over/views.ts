import type { FeatureViews } from '../../components/layout/screen.ts';

export const takeOverViews: FeatureViews = {
  texts: ['take-overs', 'take-over', 'kong-objects', 'errors'],
  screens: { '/kong/take-over': async () => (await import('./decision-list.tsx')).DecisionList },
};
