import { byFeature } from './by-feature.ts';

export default byFeature(import.meta.glob('./de/*.json', { eager: true, import: 'default' }));
