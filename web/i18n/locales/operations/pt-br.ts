import { together } from './together.ts';

export default together(
  import.meta.glob('../../../../locales/pt-br/operations/*.json', { eager: true, import: 'default' }),
);
