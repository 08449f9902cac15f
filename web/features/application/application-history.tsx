import { useQuery } from '@tanstack/react-query';
import type { ApplicationChange } from '#domain/application/schema.ts';
import { ChangeList } from '../../components/layout/change-list.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { applicationHistoryOptions } from './shared/queries.ts';

/** The texts of the fields, by their names in the events. */
const fields = {
  name: 'applications.name',
  description: 'applications.description',
  external: 'applications.type',
} as const satisfies Record<ApplicationChange['changes'][number]['field'], string>;

/** The changes of an application, newest first. */
export const ApplicationHistory = ({ id }: { id: number }) => {
  const t = useLazyTexts('applications');
  const history = useQuery(applicationHistoryOptions(id));
  const textOf = (field: keyof typeof fields, value: string) =>
    field === 'external' ? t(value === 'true' ? 'applications.external' : 'applications.internal') : value;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t('applications.history')}</CardTitle>
      </CardHeader>
      <CardContent>
        <QueryView query={history} skeleton={<Skeleton className="late h-20 w-full" />}>
          {(entries) => (
            <ChangeList
              entries={entries.map(({ id: entry, kind, user, happenedAt, changes, about }) => ({
                id: entry,
                title: t(`applications.history-${kind}`, { about: about || t('applications.nobody') }),
                by: user?.name ?? t('common.product'),
                at: happenedAt,
                changes: changes.map(({ field, from, to }) => ({
                  label: t(fields[field]),
                  from: textOf(field, from),
                  to: textOf(field, to),
                })),
              }))}
            />
          )}
        </QueryView>
      </CardContent>
    </Card>
  );
};
