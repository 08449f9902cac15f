import { byFeature } from './by-feature.ts';

export default byFeature(import.meta.glob('../../../locales/he/*.json', { eager: true, import: 'default' }));

/** The index of the texts that are loaded with what shows them. */
export const lazy = {
  ...byFeature(import.meta.glob('../../../locales/he/lazy/*.json', { import: 'default' })),
  operations: async () => (await import('./operations/he.ts')).default,
};
