import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { TransformerPart, TransformerRule } from '#domain/deployment/transformer-list.ts';
import { EntryRowsField } from '#web/components/form/entry-rows-field.tsx';
import { cn } from '#web/components/ui/cn.ts';
import type { TextKey } from '#web/i18n/text-key.ts';
import type { DeployInput, DeployValues } from './deploy-values.ts';

type Path = `requestTransformer.${RequestList}` | `responseTransformer.${ResponseList}`;
type RequestList = Extract<keyof NonNullable<DeployValues['requestTransformer']>, string>;
type ResponseList = Exclude<Extract<keyof NonNullable<DeployValues['responseTransformer']>, string>, 'enabled'>;

type Props = Readonly<{
  control: Control<DeployInput, unknown, DeployValues>;
  disabled: boolean;
}> &
  (
    | Readonly<{ of: 'requestTransformer'; rules: Readonly<Record<RequestList, TransformerRule>> }>
    | Readonly<{ of: 'responseTransformer'; rules: Readonly<Record<ResponseList, TransformerRule>> }>
  );

/** What one entry of a list is made of: a name, `old:new` or `name:value`. */
const halvesOf = ({ action }: TransformerRule): readonly [TextKey] | readonly [TextKey, TextKey] => {
  if (action === 'remove') return ['transformers.rows.name'];
  return action === 'rename'
    ? ['transformers.rows.old', 'transformers.rows.new']
    : ['transformers.rows.name', 'transformers.rows.value'];
};

/** The lists of a transformer, by the part of the message that they change. */
export const TransformerLists = ({ control, disabled, of, rules }: Props) => {
  const { t } = useTranslation();
  const lists = Object.entries<TransformerRule>(rules) as [RequestList | ResponseList, TransformerRule][];
  const parts = [...new Set(lists.map(([, { part }]) => part))] as TransformerPart[];
  return parts.map((part, index) => (
    <div key={part} className={cn('grid gap-1', index > 0 && 'border-border border-t pt-3')}>
      <p className="font-medium text-muted text-xs">{t(`transformers.parts.${part}`)}</p>
      {lists
        .filter(([, rule]) => rule.part === part)
        .map(([list, rule]) => {
          const halves = halvesOf(rule).map((key) => t(key)) as [string] | [string, string];
          return (
            <EntryRowsField
              key={list}
              control={control}
              name={`${of}.${list}` as Path}
              label={t(`transformers.lists.${list}`)}
              halves={halves}
              disabled={disabled}
            />
          );
        })}
    </div>
  ));
};
