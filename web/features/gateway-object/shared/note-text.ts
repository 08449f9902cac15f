import type { TFunction } from 'i18next';
import type { TextKey } from '../../../i18n/text-key.ts';

/** Returns the sentence of a note about a service. What it names comes from the server, so the type can't check it. */
export const noteText = (t: TFunction, key: TextKey, parameters: Readonly<Record<string, string>>): string =>
  (t as unknown as (key: TextKey, parameters: Readonly<Record<string, string>>) => string)(key, parameters);
