import type { CodeLanguage, CodeType } from '#domain/code-generation/language.ts';

const clients: Readonly<Record<CodeLanguage, string>> = {
  okhttp: 'Java, Gson',
  jersey2: 'Java, Jackson',
  retrofit2: 'Java, Retrofit',
  resttemplate: 'Java, Spring',
  spring: 'Java, OpenFeign',
  es6: 'JavaScript',
  axios: 'TypeScript',
  fetch: 'TypeScript',
  angular: 'TypeScript',
  jquery: 'TypeScript',
  node: 'TypeScript',
  'c#': '.NET',
};

const servers: Readonly<Partial<Record<CodeLanguage, string>>> = {
  jersey2: 'Java, JAX-RS',
  spring: 'Java, Spring Boot',
  'c#': 'ASP.NET Core',
  node: 'Express',
};

/** Returns the text below a language's name on its tile. These are product names, the same in every language. */
export const languageNote = (type: CodeType, language: CodeLanguage): string =>
  (type === 'server' ? servers[language] : undefined) ?? clients[language];
