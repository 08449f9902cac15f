import type { ParseKeys } from 'i18next';

/** A key of a text, for tables that name one (`titleKey`). */
export type TextKey = ParseKeys;
