import { byFeature } from './by-feature.ts';

export default byFeature(import.meta.glob('./pt-br/*.json', { eager: true, import: 'default' }));
