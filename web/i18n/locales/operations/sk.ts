import { together } from './together.ts';

export default together(
  import.meta.glob('../../../../locales/sk/operations/*.json', { eager: true, import: 'default' }),
);
