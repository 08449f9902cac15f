import { byFeature } from './by-feature.ts';

export default byFeature(import.meta.glob('../../../locales/sk/*.json', { eager: true, import: 'default' }));
