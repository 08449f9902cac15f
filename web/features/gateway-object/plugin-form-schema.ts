import * as z from 'zod/mini';
import { checkField } from '#domain/gateway-object/check-form.ts';
import type { FieldPath, FormField, PluginForm } from '#domain/gateway-object/form-field.ts';
import { upstreamForm } from '#domain/gateway-object/forms.ts';
import { pathInForm, valueIn } from './form-state.ts';

/** Returns what is wrong with a field's state, at the places where the form shows it. */
const problemsIn = (field: FormField, state: unknown, at: string) => {
  const wrong: { path: FieldPath; code: string; parameters?: Readonly<Record<string, string | number>> }[] = [];
  const value = valueIn(field, state, [at], wrong);
  const checked = checkField(value, field, []).map((problem) => ({
    ...problem,
    path: [at, ...pathInForm(field, state, problem.path)],
  }));
  return [...wrong, ...checked];
};

type Reported = Parameters<typeof problemsIn>;

/** Returns zod's issues for what is wrong with a field's state. */
const issuesIn = (...reported: Reported) =>
  problemsIn(...reported).map(({ path, code, parameters }) => ({
    code: 'custom' as const,
    message: code,
    path: [...path],
    input: undefined,
    ...(parameters ? { params: parameters } : {}),
  }));

/** Returns the schema of an upstream's form, whose settings are checked as the gateway's own schema says. */
export const upstreamFormSchema = (settings: FormField) =>
  z.object({ name: upstreamForm.shape.name, settings: z.unknown() }).check(({ value, issues }) => {
    issues.push(...issuesIn(settings, value.settings, 'settings'));
  });

type Settings = Readonly<{ settings: unknown }>;

/** Returns the schema of a form of fields of its own and of those that the gateway's own schema tells. */
export const withSettings = <Shape extends z.core.$ZodShape>(form: z.ZodMiniObject<Shape>, settings: FormField) =>
  z.extend(form, { settings: z.unknown() }).check(({ value, issues }) => {
    issues.push(...issuesIn(settings, (value as Settings).settings, 'settings'));
  });

/** Returns the schema of a plugin's form, which is checked as the gateway's own schema says. */
export const pluginFormSchema = ({ config, protocols }: PluginForm) =>
  z
    .object({ enabled: z.boolean(), protocols: z.unknown(), config: z.unknown(), name: z.string() })
    .check(({ value, issues }) => {
      if (protocols) issues.push(...issuesIn(protocols, value.protocols, 'protocols'));
      issues.push(...issuesIn(config, value.config, 'config'));
    });
