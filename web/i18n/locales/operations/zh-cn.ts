import { together } from './together.ts';

export default together(
  import.meta.glob('../../../../locales/zh-cn/operations/*.json', { eager: true, import: 'default' }),
);
