import { byFeature } from './by-feature.ts';

export default byFeature(import.meta.glob('./en/*.json', { eager: true, import: 'default' }));
