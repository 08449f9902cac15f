import { byFeature } from './by-feature.ts';

export default byFeature(import.meta.glob('../../../locales/es/*.json', { eager: true, import: 'default' }));
