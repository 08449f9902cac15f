import i18next, { type TFunction } from 'i18next';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { pseudoTexts } from './pseudo.ts';

/** Names of the files in locales/<language>/lazy/. */
export type LazyText =
  | 'about'
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
  | 'parked'
  | 'people'
  | 'setup'
  | 'terms'
  | 'versions'
  | 'welcome';

const files = import.meta.glob('../../locales/*/lazy/*.json', { import: 'default' });
const loaded = new Map<string, Promise<void>>();

const fileOf = (folder: string, name: LazyText) => files[`../../locales/${folder}/lazy/${name}.json`];

/** Loads the texts of a language by its tag. Its folder is the tag in lower case. */
const textsOf = async (tag: string, name: LazyText): Promise<unknown> => {
  const file = fileOf(tag.toLowerCase(), name);
  if (file) return file();
  const english = fileOf('en', name);
  if (!english) throw new Error(`There is no text ${name}`);
  const texts = await english();
  return import.meta.env.DEV ? pseudoTexts(texts as Parameters<typeof pseudoTexts>[0]) : texts;
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
