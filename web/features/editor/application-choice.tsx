import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { optionsOf, WithSecond } from '../../components/text/told-apart.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../../components/ui/select.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { myAppsOptions } from '../api/shared/queries.ts';

type Props = Readonly<{ appId: number | undefined; onChange: (appId: number) => void }>;

/** Chooses the application of a new API. */
export const ApplicationChoice = ({ appId, onChange }: Props) => {
  const { t } = useTranslation();
  const apps = useQuery(myAppsOptions);
  const rows = apps.data ?? [];
  if (apps.isPending) return <Skeleton className="h-8 w-40" />;
  if (apps.isError)
    return (
      <span role="alert" className="flex items-center gap-2 text-danger">
        {t('common.failed-title')}
        <Button size="small" onClick={() => void apps.refetch()}>
          {t('common.retry')}
        </Button>
      </span>
    );
  if (rows.length === 0) return <span className="text-muted">{t('editor.no-application')}</span>;
  return (
    <Select
      value={rows.some(({ id }) => id === appId) ? String(appId) : ''}
      onValueChange={(value) => onChange(Number(value))}
    >
      <SelectTrigger aria-label={t('editor.application')} className="h-8 w-auto max-w-64 min-w-0">
        <SelectValue placeholder={t('editor.no-application')} />
      </SelectTrigger>
      <SelectContent>
        {optionsOf(rows, ({ orgname }) => [orgname]).map(({ value, label, second }) => (
          <SelectItem key={value} value={String(value)}>
            <WithSecond second={second}>
              <bdi>{label}</bdi>
            </WithSecond>
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
};
