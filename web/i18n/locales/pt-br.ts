import { byFeature } from './by-feature.ts';

export default byFeature(import.meta.glob('../../../locales/pt-br/*.json', { eager: true, import: 'default' }));
