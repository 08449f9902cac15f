import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OrganizationChange } from '#domain/organization/schema.ts';
import { QueryView } from '../../components/layout/query-view.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { ValueChange } from '../../components/text/value-change.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { profileTexts } from './profile-texts.ts';
import { organizationHistoryOptions } from './queries.ts';

type Change = OrganizationChange['changes'][number];

/** The texts of the fields, by their names in the history. */
const fields = {
  name: 'organizations.name',
  external: 'organizations.type',
  contact: 'organizations.contact',
  description: 'organizations.description',
  ...profileTexts,
  attributes: 'organizations.attributes',
} as const satisfies Record<Change['field'], string>;

const Entry = ({ kind, user, happenedAt, changes }: OrganizationChange) => {
  const { t: words } = useTranslation();
  const t = useLazyTexts('organizations');
  const textOf = (field: Change['field'], value: string) =>
    field === 'external' ? t(value === 'true' ? 'organizations.external' : 'organizations.internal') : value;
  return (
    <li className="grid gap-1 py-2.5 text-table">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium">{t(`organizations.happened.${kind}`)}</span>
        <bdi className="text-muted text-xs">{user?.name ?? words('common.product')}</bdi>
        <span className="text-muted text-xs">
          <RelativeTime at={happenedAt} />
        </span>
      </p>
      {changes.map(({ field, from, to }) => (
        <div key={field} className="flex flex-wrap gap-x-2 gap-y-0.5 text-xs">
          <span className="text-muted">{t(fields[field])}</span>
          {from !== '' && <ValueChange side="before" text={textOf(field, from)} />}
          {to !== '' && <ValueChange side="after" text={textOf(field, to)} />}
        </div>
      ))}
    </li>
  );
};

/** Who did what to an organization, newest first. */
export const OrganizationHistory = ({ id }: { id: number }) => {
  const t = useLazyTexts('organizations');
  const history = useQuery(organizationHistoryOptions(id));
  return (
    <Card className="shrink-0">
      <CardHeader>
        <CardTitle>{t('organizations.history')}</CardTitle>
      </CardHeader>
      <CardContent>
        <QueryView query={history} skeleton={<Skeleton className="late h-20 w-full" />}>
          {(entries) => (
            <ol className="divide-y divide-border">
              {entries.map((entry) => (
                <Entry key={entry.id} {...entry} />
              ))}
            </ol>
          )}
        </QueryView>
      </CardContent>
    </Card>
  );
};
