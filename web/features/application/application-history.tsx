import { useQuery } from '@tanstack/react-query';
import type { ApplicationChange } from '#domain/application/schema.ts';
import { Card, CardContent, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { OwnHistory } from '../history/shared/own-history.tsx';
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
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t('applications.history')}</CardTitle>
      </CardHeader>
      <CardContent>
        <OwnHistory
          history={history}
          sentenceOf={(kind, about) => t(`applications.history-${kind}`, { about: about || t('applications.nobody') })}
          labelOf={(field) => t(fields[field])}
          textOf={(field, value) =>
            field === 'external' ? t(value === 'true' ? 'applications.external' : 'applications.internal') : value
          }
        />
      </CardContent>
    </Card>
  );
};
