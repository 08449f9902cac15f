import type { FeatureViews } from '../../components/layout/screen.ts';
import { dockView } from './dock-view.ts';

export const businessAreaViews: FeatureViews = {
  texts: ['business-areas'],
  screens: {
    '/business-areas': async () => (await import('./business-area-list.tsx')).BusinessAreaList,
  },
  docks: {
    [dockView]: async () => (await import('./business-area-panel.tsx')).BusinessAreaPanel,
  },
};
