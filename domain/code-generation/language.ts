/** `client` code calls the API, `server` code serves it. */
export const codeTypes = ['client', 'server'] as const;
export type CodeType = (typeof codeTypes)[number];

/** Languages in the order of the form's lists. */
export const codeLanguages = {
  client: [
    'okhttp',
    'jersey2',
    'retrofit2',
    'resttemplate',
    'spring',
    'es6',
    'axios',
    'fetch',
    'angular',
    'jquery',
    'node',
    'c#',
  ],
  server: ['jersey2', 'spring', 'c#', 'node'],
} as const satisfies Record<CodeType, readonly string[]>;

export type CodeLanguage = (typeof codeLanguages)[CodeType][number];
export const allCodeLanguages = [...codeLanguages.client, ...codeLanguages.server] as const;

/** Returns whether the generator knows this language for this type. */
export const isCodeLanguage = (type: CodeType, language: string): language is CodeLanguage =>
  (codeLanguages[type] as readonly string[]).includes(language);

const javaLanguages: readonly CodeLanguage[] = ['okhttp', 'jersey2', 'retrofit2', 'resttemplate', 'spring'];

/** Which naming rules apply to a language's packages. */
export type PackageRules = 'java' | 'csharp' | 'script';
export const packageRulesOf = (language: CodeLanguage): PackageRules => {
  if (language === 'c#') return 'csharp';
  return javaLanguages.includes(language) ? 'java' : 'script';
};

/**
 * Returns whether the generator ignores package names and uses fixed folders: the fetch client (`apis`, `models`) and the
 * Node.js server (`controllers`, `services`) do.
 */
export const hasOwnFolders = (type: CodeType, language: CodeLanguage): boolean =>
  language === 'fetch' || (type === 'server' && language === 'node');
