import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import {
  type RequestTransformerList,
  requestTransformerLists,
  requestTransformerRules,
} from '#domain/deployment/request-transformer.ts';
import { EntryListField } from './entry-list-field.tsx';

const parts = ['headers', 'querystring', 'body'] as const;
/** Names have no `;` in them, values may. */
const separators = { add: /\n/, replace: /\n/, rename: /[\n;]/, remove: /[\n;]/ } as const;

type Props<V extends FieldValues, Output> = Readonly<{
  control: Control<V, unknown, Output>;
  /** Where a list is in the form's values. */
  pathOf: (list: RequestTransformerList) => FieldPath<V>;
  disabled: boolean;
}>;

/** The ten lists of a request transformer, by what they change. */
export const TransformerFields = <V extends FieldValues, Output>({ control, pathOf, disabled }: Props<V, Output>) => {
  const { t } = useTranslation();
  return (
    <div className="@container grid gap-5">
      {parts.map((part) => (
        <fieldset key={part} className="grid min-w-0 gap-3">
          <legend className="mb-3 font-medium text-table">{t(`transformers.parts.${part}`)}</legend>
          <div className="grid @md:grid-cols-2 gap-x-4 gap-y-3">
            {requestTransformerLists
              .filter((list) => requestTransformerRules[list].part === part)
              .map((list) => {
                const { action } = requestTransformerRules[list];
                return (
                  <EntryListField
                    key={list}
                    control={control}
                    name={pathOf(list)}
                    label={t(`transformers.lists.${list}`)}
                    help={t(`transformers.hints.${action}`)}
                    separator={separators[action]}
                    disabled={disabled}
                  />
                );
              })}
          </div>
        </fieldset>
      ))}
    </div>
  );
};
