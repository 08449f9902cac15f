import { useQuery } from '@tanstack/react-query';
import type { ResourceChange } from '#domain/resource/schema.ts';
import { Card, CardContent, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { OwnHistory } from '../history/shared/own-history.tsx';
import { resourceHistoryOptions } from './queries.ts';

/** The texts of the fields, by their names in the events. */
const fields = {
  name: 'resources.name',
  isPublic: 'resources.public',
  organizations: 'resources.organizations',
  properties: 'resources.properties',
  secret: 'resources.secret',
  certificates: 'resources.certificates',
} as const satisfies Record<ResourceChange['changes'][number]['field'], string>;

/** The changes of a resource, newest first. Of a secret it shows a fingerprint. */
export const ResourceHistory = ({ id }: { id: number }) => {
  const t = useLazyTexts('resources');
  const history = useQuery(resourceHistoryOptions(id));
  return (
    <Card>
      <CardHeader>
        <CardTitle level={2}>{t('resources.history')}</CardTitle>
      </CardHeader>
      <CardContent>
        <OwnHistory
          history={history}
          sentenceOf={(kind) => t(`resources.history-${kind}`)}
          labelOf={(field) => t(fields[field])}
          textOf={(field, value) =>
            field === 'isPublic' ? t(value === 'true' ? 'resources.public' : 'resources.private') : value
          }
        />
      </CardContent>
    </Card>
  );
};
