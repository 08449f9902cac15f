import { together } from './together.ts';

export default together(
  import.meta.glob('../../../../locales/fr/operations/*.json', { eager: true, import: 'default' }),
);
