import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../../api/session.tsx';
import { MultiSelect } from '../../../components/table/multi-select.tsx';
import { optionsOf } from '../../../components/text/told-apart.tsx';
import { organizationsOptions } from './organizations.ts';

type Props = Readonly<{
  /** Offers all organizations. Otherwise the user's own is chosen, and nothing else can be. */
  all: boolean;
  selected: readonly number[];
  onChange: (ids: number[]) => void;
}>;

/** The filter of a report by organization. */
export const OrganizationFilter = ({ all, selected, onChange }: Props) => {
  const { t } = useTranslation();
  const { organizationId, organizationName } = useUser();
  const organizations = useQuery({ ...organizationsOptions, enabled: all });
  return all ? (
    <MultiSelect
      label={t('requests.organization')}
      options={optionsOf(organizations.data)}
      selected={selected}
      onChange={onChange}
    />
  ) : (
    <MultiSelect
      label={t('requests.organization')}
      options={[{ value: organizationId, label: organizationName }]}
      selected={[organizationId]}
      onChange={() => {}}
      disabled
    />
  );
};
