import type { CodeRequest } from '#domain/code-generation/code-generation.ts';
import { commonPackage } from '#domain/code-generation/package-name.ts';

/** The generator and its options for each language; see docs/decisions/0026-code-generation.md. */
const generators: Readonly<Record<string, readonly string[]>> = {
  'client/okhttp': ['java', '--library', 'okhttp-gson'],
  'client/jersey2': ['java', '--library', 'jersey2'],
  'client/retrofit2': ['java', '--library', 'retrofit2'],
  'client/resttemplate': ['java', '--library', 'resttemplate'],
  'client/spring': ['spring', '--library', 'spring-cloud'],
  'client/es6': ['javascript'],
  'client/axios': ['typescript-axios'],
  'client/fetch': ['typescript-fetch'],
  'client/angular': ['typescript-angular'],
  'client/jquery': ['typescript-jquery'],
  'client/node': ['typescript-node'],
  'client/c#': ['csharp'],
  'server/jersey2': ['jaxrs-jersey', '--library', 'jersey2'],
  'server/spring': ['spring', '--library', 'spring-boot'],
  'server/c#': ['aspnetcore'],
  'server/node': ['nodejs-express-server'],
};

/** Returns the options for the common part of the packages: project, artifact, npm package, root namespace. */
const propertiesOf = ({ type, lang }: CodeRequest, root: string): readonly string[] => {
  const npmName = root.toLowerCase().replaceAll('.', '-');
  if (lang === 'c#') return [`packageName=${root}`];
  if (lang === 'es6') return [`projectName=${npmName}`, 'usePromises=true'];
  if (lang === 'axios') return [`npmName=${npmName}`, 'withSeparateModelsAndApi=true'];
  if (lang === 'node' && type === 'server') return [];
  if (['fetch', 'angular', 'jquery', 'node'].includes(lang)) return [`npmName=${npmName}`];
  const java = [`groupId=${root}`, `artifactId=${npmName}`, `invokerPackage=${root}`];
  return lang === 'spring' ? [...java, `basePackage=${root}`, `configPackage=${root}.configuration`] : java;
};

/** Returns the arguments of `generate` for a request whose packages have been validated. */
export const generatorArguments = (request: CodeRequest): readonly string[] => {
  const { type, lang, modelPackage, apiPackage } = request;
  const [generator = '', ...options] = generators[`${type}/${lang}`] ?? [];
  const shared = commonPackage(apiPackage, modelPackage);
  // The C# client wants package names below the root namespace, all others want full names.
  const own = (name: string) => (lang === 'c#' && type === 'client' ? name.slice(shared.length + 1) : name);
  return [
    ...['--generator-name', generator, ...options],
    ...['--model-package', own(modelPackage), '--api-package', own(apiPackage)],
    '--additional-properties',
    ['hideGenerationTimestamp=true', ...propertiesOf(request, shared || apiPackage)].join(','),
  ];
};
