import type { FeatureViews } from '../../components/layout/screen.ts';
import { dockView } from './dock-view.ts';

export const eventCategoryViews: FeatureViews = {
  texts: ['event-categories', 'versions', 'editor'],
  screens: {
    '/wall/event': async () => (await import('./event-gallery.tsx')).EventGallery,
    '/events/manage': async () => (await import('./event-management.tsx')).EventManagement,
    '/events/spec/:id': async () => (await import('./event-spec.tsx')).EventSpec,
    '/events/editor/:id?': async () => (await import('./event-category-editor.tsx')).EventCategoryEditor,
  },
  docks: {
    [dockView]: async () => (await import('./event-category-panel.tsx')).EventCategoryPanel,
  },
};
