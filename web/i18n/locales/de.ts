import { byFeature } from './by-feature.ts';

export default byFeature(import.meta.glob('../../../locales/de/*.json', { eager: true, import: 'default' }));

/** Texts that few people read. They are here so that no other language's files are named in the app. */
export const lazy = byFeature(import.meta.glob('../../../locales/de/lazy/*.json', { import: 'default' }));
