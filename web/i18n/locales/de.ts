import { byFeature } from './by-feature.ts';

export default byFeature(import.meta.glob('../../../locales/de/*.json', { eager: true, import: 'default' }));
