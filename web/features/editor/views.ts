import type { FeatureViews } from '../../components/layout/screen.ts';

export const editorViews: FeatureViews = {
  screens: {
    '/tools': async () => (await import('./tools.tsx')).Tools,
    '/tools/editor': async () => (await import('./spec-editor.tsx')).SpecEditor,
  },
};
