import { together } from './together.ts';

export default together(
  import.meta.glob('../../../../locales/de/operations/*.json', { eager: true, import: 'default' }),
);
