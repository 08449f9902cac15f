import i18next, { type TFunction } from 'i18next';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { offeredLocales } from './language.ts';
import { sourceLocale } from './locales.ts';

/** Names of the files in locales/<language>/lazy/. */
export type LazyText =
  | 'applications'
  | 'editor'
  | 'faq'
  | 'guide'
  | 'history'
  | 'lint'
  | 'notices'
  | 'onboarding'
  | 'organizations'
  | 'overview'
  | 'registrations'
  | 'people'
  | 'setup'
  | 'terms'
  | 'versions'
  | 'welcome';

const loaded = new Map<string, Promise<void>>();

/** Loads the texts of a language by its tag. */
const textsOf = async (tag: string, name: LazyText): Promise<unknown> => {
  const locale = offeredLocales.find(({ code }) => code === tag.toLowerCase()) ?? sourceLocale;
  const texts = (await locale.load()).lazy[name];
  if (!texts) throw new Error(`There is no text ${name}`);
  return await texts();
};

const load = async (tag: string, name: LazyText): Promise<void> => {
  i18next.addResourceBundle(tag, 'translation', { [name]: await textsOf(tag, name) }, true, true);
};

/**
 * Returns `t` for a long text that few people read, such as the terms. Each language has a separate chunk for it, apart
 * from the texts that the app starts with. Its keys begin with its name, like all others. Suspends until it is loaded.
 */
export const useLazyTexts = (name: LazyText): TFunction => {
  const { t, i18n } = useTranslation();
  const key = `${i18n.language}/${name}`;
  let promise = loaded.get(key);
  if (!promise) {
    promise = load(i18n.language, name);
    loaded.set(key, promise);
    // The next try loads again, because the network may be back.
    promise.catch(() => loaded.delete(key));
  }
  use(promise);
  return t;
};
