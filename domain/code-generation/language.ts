/** Whom the code is for: who calls the API, or who serves it. */
export const codeTypes = ['client', 'server'] as const;
export type CodeType = (typeof codeTypes)[number];

/** What code can be generated in, in the order of its lists. */
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

/** Whether there is a generator of this language for this type. */
export const isCodeLanguage = (type: CodeType, language: string): language is CodeLanguage =>
  (codeLanguages[type] as readonly string[]).includes(language);

const javaLanguages: readonly CodeLanguage[] = ['okhttp', 'jersey2', 'retrofit2', 'resttemplate', 'spring'];

/** Whose rules a package name of this language has to obey. */
export type PackageRules = 'java' | 'csharp' | 'script';
export const packageRulesOf = (language: CodeLanguage): PackageRules => {
  if (language === 'c#') return 'csharp';
  return javaLanguages.includes(language) ? 'java' : 'script';
};

/**
 * Whether the generator lays the code out by folders of its own, whatever the packages are called: the fetch client
 * (`apis`, `models`) and the Node.js server (`controllers`, `services`) do.
 */
export const hasOwnFolders = (type: CodeType, language: CodeLanguage): boolean =>
  language === 'fetch' || (type === 'server' && language === 'node');
