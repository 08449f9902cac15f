import { useLazyTexts } from '../../i18n/lazy-texts.ts';

/** Says that a key is the copy of one at another gateway. */
export const CopiedKey = () => <span>{useLazyTexts('moving')('moving.key-copy')}</span>;
