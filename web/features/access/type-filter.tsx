import { type AccessType, accessTypes } from '#domain/access/schema.ts';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

type Props = Readonly<{ value: AccessType | undefined; onChange: (type: AccessType | undefined) => void }>;

/** Shows access to APIs, to event categories, or to both. */
export const TypeFilter = ({ value, onChange }: Props) => {
  const t = useLazyTexts('review');
  return (
    <ChoiceFilter
      label={t('access.type')}
      value={value}
      choices={accessTypes}
      textOf={(type) => t(`review.type.${type}`)}
      onChange={onChange}
    />
  );
};
