import { byFeature } from './by-feature.ts';

export default byFeature(import.meta.glob('./zh-cn/*.json', { eager: true, import: 'default' }));
