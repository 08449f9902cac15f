import { byFeature } from './by-feature.ts';

export default byFeature(import.meta.glob('../../../locales/fr/*.json', { eager: true, import: 'default' }));
