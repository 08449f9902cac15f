import { byFeature } from './by-feature.ts';

export default byFeature(import.meta.glob('../../../locales/en/*.json', { eager: true, import: 'default' }));
