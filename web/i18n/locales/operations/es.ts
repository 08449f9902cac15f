import { together } from './together.ts';

export default together(
  import.meta.glob('../../../../locales/es/operations/*.json', { eager: true, import: 'default' }),
);
