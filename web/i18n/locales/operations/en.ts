import { together } from './together.ts';

export default together(
  import.meta.glob('../../../../locales/en/operations/*.json', { eager: true, import: 'default' }),
);
