import { byFeature } from './by-feature.ts';

export default byFeature(import.meta.glob('../../../locales/en/*.json', { eager: true, import: 'default' }));

/** The index of the texts that are loaded with what shows them. */
export const lazy = {
  ...byFeature(import.meta.glob('../../../locales/en/lazy/*.json', { import: 'default' })),
  operations: async () => (await import('./operations/en.ts')).default,
};
