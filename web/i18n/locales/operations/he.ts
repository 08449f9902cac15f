import { together } from './together.ts';

export default together(
  import.meta.glob('../../../../locales/he/operations/*.json', { eager: true, import: 'default' }),
);
