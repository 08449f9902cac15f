import { byFeature } from './by-feature.ts';

export default byFeature(import.meta.glob('../../../locales/es/*.json', { eager: true, import: 'default' }));

/** The index of the texts that are loaded with what shows them. */
export const lazy = {
  ...byFeature(import.meta.glob('../../../locales/es/lazy/*.json', { import: 'default' })),
  operations: async () => (await import('./operations/es.ts')).default,
};
