import type { TFunction } from 'i18next';
import { notice } from '../../../api/notice.ts';

/** Warns that a saved description refers to what it does not have. The warning stays until it is closed. */
export const tellUnresolved = (t: TFunction, references: readonly string[]): void => {
  if (references.length === 0) return;
  notice.warning(t('apis.unresolved'), { description: references.join('\n'), persistent: true });
};
