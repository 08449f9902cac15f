import { useQuery } from '@tanstack/react-query';
import type { OrganizationChange } from '#domain/organization/schema.ts';
import { Card, CardContent, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { OwnHistory } from '../history/shared/own-history.tsx';
import { organizationHistoryOptions } from './queries.ts';
import { profileTexts } from './shared/profile-texts.ts';

/** The texts of the fields, by their names in the history. */
const fields = {
  name: 'organizations.name',
  external: 'organizations.type',
  contact: 'organizations.contact',
  description: 'organizations.description',
  ...profileTexts,
  attributes: 'organizations.attributes',
} as const satisfies Record<OrganizationChange['changes'][number]['field'], string>;

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
        <OwnHistory
          history={history}
          sentenceOf={(kind) => t(`organizations.happened.${kind}`)}
          labelOf={(field) => t(fields[field])}
          textOf={(field, value) =>
            field === 'external' ? t(value === 'true' ? 'organizations.external' : 'organizations.internal') : value
          }
        />
      </CardContent>
    </Card>
  );
};
