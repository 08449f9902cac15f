import { useQuery } from '@tanstack/react-query';
import type { BusinessAreaChange } from '#domain/business-area/schema.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { OwnHistory } from '../history/shared/own-history.tsx';
import { businessAreaHistoryOptions } from './queries.ts';

/** The texts of the events and of their fields, by their names in the events. */
const sentences = {
  added: 'business-areas.history-added',
  changed: 'business-areas.history-changed',
  removed: 'business-areas.removed',
} as const satisfies Record<BusinessAreaChange['kind'], string>;
const fields = {
  name: 'business-areas.change-name',
  description: 'business-areas.change-description',
} as const satisfies Record<BusinessAreaChange['changes'][number]['field'], string>;

/** The changes of a business area, newest first. */
export const BusinessAreaHistory = ({ id }: { id: number }) => {
  const t = useLazyTexts('business-areas');
  const history = useQuery(businessAreaHistoryOptions(id));
  return (
    <section className="border-border border-t pt-4">
      <h3 className="mb-1 font-semibold text-sm">{t('business-areas.history')}</h3>
      <OwnHistory history={history} sentenceOf={(kind) => t(sentences[kind])} labelOf={(field) => t(fields[field])} />
    </section>
  );
};
