import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangeList } from '../../../components/layout/change-list.tsx';
import { QueryView } from '../../../components/layout/query-view.tsx';
import { toldApart } from '../../../components/text/told-apart.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { UndoLine } from './undo-line.tsx';

type Entry<Kind, Field> = Readonly<{
  id: string;
  kind: Kind;
  happenedAt: string;
  user: Readonly<{ id: number; name: string }> | null;
  changes: readonly Readonly<{ field: Field; from: string; to: string }>[];
  about: string;
}> &
  Pick<ComponentProps<typeof UndoLine>['entry'], 'undoes' | 'undoneBy' | 'never'>;

/**
 * Words of a noun for its history.
 *
 * @property sentenceOf says what happened. `about` is whom or what else the entry names; '' for others. `changes` stand below.
 * @property labelOf    returns the label of a field.
 * @property textOf     returns a value as it is shown. Default: the value.
 */
type Props<Kind extends string, Field extends string> = Readonly<{
  history: UseQueryResult<readonly Entry<Kind, Field>[]>;
  sentenceOf: (kind: Kind, about: string, changes: Entry<Kind, Field>['changes']) => string;
  labelOf: (field: Field) => string;
  textOf?: (field: Field, value: string) => string;
}>;

/** The newest entries of one thing's history. */
export const OwnHistory = <Kind extends string, Field extends string>({
  history,
  sentenceOf,
  labelOf,
  textOf = (_field, value) => value,
}: Props<Kind, Field>) => {
  const { t } = useTranslation();
  return (
    <QueryView query={history} skeleton={<Skeleton className="late h-20 w-full" />}>
      {(entries) => {
        const seconds = toldApart(entries.flatMap(({ user }) => (user ? [{ ...user, texts: [] }] : [])));
        return (
          <ChangeList
            entries={entries.map(({ id, kind, user, happenedAt, changes, about, ...undoing }) => ({
              id,
              end: <UndoLine entry={{ id, ...undoing }} />,
              title: sentenceOf(kind, about, changes),
              by: user?.name ?? t('common.product'),
              second: user ? seconds.get(user.id) : undefined,
              at: happenedAt,
              changes: changes.map(({ field, from, to }) => ({
                label: labelOf(field),
                from: textOf(field, from),
                to: textOf(field, to),
              })),
            }))}
          />
        );
      }}
    </QueryView>
  );
};
