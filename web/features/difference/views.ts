import type { FeatureViews } from '../../components/layout/screen.ts';
import { dockView } from './shared/dock-view.ts';

export const differenceViews: FeatureViews = {
  texts: ['drift', 'kong-objects'],
  screens: {
    '/kong/drift': async () => (await import('./drift-list.tsx')).DriftList,
  },
  docks: {
    [dockView]: async () => (await import('./drift-panel.tsx')).DriftPanel,
  },
};
