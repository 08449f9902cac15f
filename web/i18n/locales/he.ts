import { byFeature } from './by-feature.ts';

export default byFeature(import.meta.glob('./he/*.json', { eager: true, import: 'default' }));
