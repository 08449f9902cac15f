import type { FeatureViews } from '../../components/layout/screen.ts';
import { dockView } from './dock-view.ts';

export const eventTopicViews: FeatureViews = {
  texts: ['event-topics', 'topic-messages'],
  screens: {
    '/events/topics': async () => (await import('./event-topic-list.tsx')).EventTopicList,
  },
  docks: {
    [dockView]: async () => (await import('./event-topic-panel.tsx')).EventTopicPanel,
  },
};
