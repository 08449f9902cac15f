import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { requestTransformerLists } from '#domain/deployment/request-transformer.ts';
import type { responseTransformerLists } from '#domain/deployment/response-transformer.ts';
import type { TransformerAction, TransformerRule } from '#domain/deployment/transformer-list.ts';
import type { TextKey } from '../../i18n/text-key.ts';
import { cn } from '../ui/cn.ts';
import { EntryRowsField } from './entry-rows-field.tsx';

type List = (typeof requestTransformerLists | typeof responseTransformerLists)[number];

type Props<V extends FieldValues, L extends List, Output> = Readonly<{
  control: Control<V, unknown, Output>;
  rules: Readonly<Record<L, TransformerRule>>;
  /** Returns the path of a list in the form's values. */
  pathOf: (list: L) => FieldPath<V>;
  disabled: boolean;
}>;

/** The parts of an entry, and the hint that explains them, for each kind of list. */
const texts: Readonly<
  Record<TransformerAction, { halves: readonly [TextKey] | readonly [TextKey, TextKey]; hint: TextKey }>
> = {
  add: { halves: ['transformers.rows.name', 'transformers.rows.value'], hint: 'transformers.hints.add' },
  append: { halves: ['transformers.rows.name', 'transformers.rows.value'], hint: 'transformers.hints.add' },
  replace: { halves: ['transformers.rows.name', 'transformers.rows.value'], hint: 'transformers.hints.add' },
  rename: { halves: ['transformers.rows.old', 'transformers.rows.new'], hint: 'transformers.hints.rename' },
  remove: { halves: ['transformers.rows.name'], hint: 'transformers.hints.remove' },
};

/** The lists of a transformer, grouped by the part of the message that they change. */
export const TransformerLists = <V extends FieldValues, L extends List, Output>({
  control,
  rules,
  pathOf,
  disabled,
}: Props<V, L, Output>) => {
  const { t } = useTranslation();
  const lists = Object.entries<TransformerRule>(rules) as [L, TransformerRule][];
  const parts = [...new Set(lists.map(([, { part }]) => part))];
  return parts.map((part, index) => (
    <div key={part} className={cn('grid gap-1', index > 0 && 'border-border border-t pt-3')}>
      <p className="font-medium text-muted text-xs">{t(`transformers.parts.${part}`)}</p>
      {lists
        .filter(([, rule]) => rule.part === part)
        .map(([list, { action }]) => (
          <EntryRowsField
            key={list}
            control={control}
            name={pathOf(list)}
            label={t(`transformers.lists.${list}`)}
            hint={t(texts[action].hint)}
            halves={texts[action].halves.map((key) => t(key)) as [string] | [string, string]}
            disabled={disabled}
          />
        ))}
    </div>
  ));
};
