import { type CodeLanguage, packageRulesOf } from '#domain/code-generation/language.ts';
import { isPackageName } from '#domain/code-generation/package-name.ts';

/** Maximum length of a proposal's first part, in characters. */
const longest = 40;

export type Packages = Readonly<{ modelPackage: string; apiPackage: string }>;

/**
 * Proposes package names for an API: `orders.model` and `orders.api` for "Orders API". Uses `client` if the name has no
 * Latin letters or is a keyword of the language.
 */
export const proposePackages = (apiName: string, language: CodeLanguage): Packages => {
  const words = apiName
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && word !== 'api');
  const root = words.join('').replace(/^\d+/, '').slice(0, longest);
  const own = isPackageName(root, packageRulesOf(language)) ? root : 'client';
  return { modelPackage: `${own}.model`, apiPackage: `${own}.api` };
};
