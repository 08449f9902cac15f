import i18next, { type TFunction } from 'i18next';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import type { LazyTexts } from './resources.d.ts';

/** Names of the files in locales/<language>/lazy/, and `operations`: what all nouns say of their operations. */
export type LazyText = keyof LazyTexts;

/** Loads the lazy texts of one language, by their names. Each language has its own, so that none names another's files. */
export type TextIndex = Readonly<Record<string, () => Promise<unknown>>>;

const indexes = new Map<string, TextIndex>();
const loading = new Map<string, Promise<void>>();
/** The texts of this page, in whatever language. */
const wanted = new Set<LazyText>();

const add = async (language: string, name: LazyText): Promise<void> => {
  const file = indexes.get(language)?.[name];
  if (!file) throw new Error(`There is no text ${name} in ${language}`);
  // An error is rather told in the server's words than not at all: a lost connection is why it is told.
  const texts = await (name === 'errors' ? file().catch(() => ({})) : file());
  i18next.addResourceBundle(language, 'translation', { [name]: texts }, true, true);
};

const load = (language: string, name: LazyText): Promise<void> => {
  const key = `${language}/${name}`;
  const known = loading.get(key);
  if (known) return known;
  const promise = add(language, name);
  loading.set(key, promise);
  promise.then(
    // React reads these fields: what is loaded is shown without waiting.
    () => Object.assign(promise, { status: 'fulfilled', value: undefined }),
    // The next try loads again, because the network may be back.
    () => loading.delete(key),
  );
  return promise;
};

/** Tells where a language's lazy texts are. Call it before the language is shown. */
export const addTextIndex = (language: string, index: TextIndex): void => {
  indexes.set(language, index);
};

/** Loads texts in the language that is shown. */
export const loadTexts = (name: LazyText): Promise<void> => {
  wanted.add(name);
  return load(i18next.language, name);
};

/** Loads in another language whatever this page has loaded, so that nothing waits when that language is shown. */
export const loadTextsIn = async (language: string): Promise<void> => {
  await Promise.all([...wanted].map((name) => load(language, name)));
};

/**
 * Returns `t` for texts that are not among those that the app starts with. Their keys begin with their name, like all
 * others. Suspends until they are loaded.
 */
export const useLazyTexts = (...names: readonly LazyText[]): TFunction => {
  const { t, i18n } = useTranslation();
  for (const name of names) wanted.add(name);
  // All are being loaded before the first is waited for.
  const loads = names.map((name) => load(i18n.language, name));
  // Always, also when they are loaded: React draws a part again from here, and expects the same.
  for (const each of loads) use(each);
  return t;
};
