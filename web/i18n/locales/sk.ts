import { byFeature } from './by-feature.ts';

export default byFeature(import.meta.glob('./sk/*.json', { eager: true, import: 'default' }));
