import * as z from 'zod/mini';
import { allCodeLanguages, codeTypes, isCodeLanguage, packageRulesOf } from './language.ts';
import { commonPackage, isPackageName } from './package-name.ts';

const packageName = (code: string) => z.string({ error: code }).check(z.trim(), z.minLength(1, code));

const fits = ({ type, lang, modelPackage, apiPackage }: CodeFields, issue: (field: string, code: string) => void) => {
  if (!isCodeLanguage(type, lang)) return issue('lang', 'codegen.language-not-for-type');
  const rules = packageRulesOf(lang);
  const names = { modelPackage, apiPackage };
  for (const [field, name] of Object.entries(names))
    if (name !== '' && !isPackageName(name, rules)) issue(field, `codegen.package-invalid-${rules}`);
  if (rules === 'csharp' && Object.values(names).every((name) => isPackageName(name, rules)))
    if (commonPackage(modelPackage, apiPackage) === '') issue('modelPackage', 'codegen.namespace-root');
};

const fields = z.strictObject({
  modelPackage: packageName('codegen.model-package-required'),
  apiPackage: packageName('codegen.api-package-required'),
  lang: z.enum(allCodeLanguages, { error: 'codegen.language-required' }),
  type: z.enum(codeTypes, { error: 'codegen.type-required' }),
});
type CodeFields = z.output<typeof fields>;

/** `POST /api/codegen/{id}`. */
export const codeBody = fields.check(
  z.superRefine((body, context) =>
    fits(body, (field, message) => context.addIssue({ code: 'custom', path: [field], message, input: body })),
  ),
);

/** Minutes that an archive can be downloaded. */
export const codeKeptMinutes = 60;
/** Generations that a person may start in an hour. Each takes a worker some seconds. */
export const codeAnHour = 30;

/** The response: follow the operation, then `GET /api/codegen/{operationId}/file`. */
export const codeRequested = z.object({ operationId: z.string(), position: z.string() });
