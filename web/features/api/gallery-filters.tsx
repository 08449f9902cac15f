import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiStates } from '#domain/api/schema.ts';
import { allBusinessAreas } from '#domain/business-area/all.ts';
import { environments } from '#domain/core/environment.ts';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { optionsOf } from '../../components/text/told-apart.tsx';
import { businessAreasOptions } from '../business-area/shared/queries.ts';
import { OwnerFilter } from './owner-filter.tsx';
import { apiOwnersOptions, type GalleryParams } from './shared/queries.ts';

type Props = Readonly<{ my: boolean; params: GalleryParams; onParams: (patch: Partial<GalleryParams>) => void }>;

const width = 'sm:w-auto sm:max-w-56';

/** The filters of a gallery: organization, application, environment, state and business area. */
export const GalleryFilters = ({ my, params, onParams }: Props) => {
  const { t } = useTranslation();
  const { data: areas = [] } = useQuery(businessAreasOptions);
  const { data: owners = { organizations: [], applications: [] } } = useQuery(apiOwnersOptions(my));
  return (
    <>
      <OwnerFilter
        label={t('apis.application')}
        value={params.bizappId}
        owners={optionsOf(owners.applications, ({ orgname }) => [orgname])}
        onChange={(bizappId) => onParams({ bizappId })}
        className={width}
      />
      <OwnerFilter
        label={t('apis.info-organization')}
        value={params.orgId}
        owners={optionsOf(owners.organizations)}
        onChange={(orgId) => onParams({ orgId })}
        className={width}
      />
      <ChoiceFilter
        label={t('apis.environment')}
        value={params.env}
        choices={environments}
        textOf={(env) => env}
        onChange={(env) => onParams({ env })}
        className={width}
      />
      <ChoiceFilter
        label={t('apis.state')}
        value={params.state}
        choices={apiStates}
        textOf={(state) => t(`apis.states.${state}`)}
        onChange={(state) => onParams({ state })}
        className={width}
      />
      <ChoiceFilter
        label={t('apis.business-area')}
        allText={t('apis.business-area-all')}
        value={params.businessAreaId === allBusinessAreas ? undefined : String(params.businessAreaId)}
        choices={areas.map(({ id }) => String(id))}
        textOf={(id) => areas.find((area) => String(area.id) === id)?.name ?? id}
        onChange={(id) => onParams({ businessAreaId: id === undefined ? allBusinessAreas : Number(id) })}
        className={width}
      />
    </>
  );
};
