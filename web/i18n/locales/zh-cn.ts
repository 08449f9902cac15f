import { byFeature } from './by-feature.ts';

export default byFeature(import.meta.glob('../../../locales/zh-cn/*.json', { eager: true, import: 'default' }));
