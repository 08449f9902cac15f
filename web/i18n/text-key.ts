import type { ParseKeys } from 'i18next';

/** A key of the texts, for tables that name one (`titleKey`). */
export type TextKey = ParseKeys;
