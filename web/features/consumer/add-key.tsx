import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DockPanel } from '../../components/layout/dock-panel.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { apiDetailOptions } from '../api/shared/queries.ts';
import { type KeyPlace, NewKey } from './new-key.tsx';

/** Reads `3`, `3;2`, `3;;9` or `3;;9;old`: the API, the chosen organization, and the deployment, new unless it says `old`. */
const parse = (id: string): KeyPlace => {
  const parts = id.split(';');
  const [apiId, organizationId, deploymentId] = parts.map((part) => Number(part) || undefined);
  return { apiId: apiId ?? 0, organizationId, deploymentId, isFresh: parts[3] !== 'old' };
};

/** The dock view that adds a key to a deployment. */
export const AddKey = ({ id }: { id: string }) => {
  const { t } = useTranslation();
  const dock = useDock();
  const place = parse(id);
  const api = useQuery(apiDetailOptions(place.apiId));
  // The details are in the panel below, or replace this one.
  const leave = () => (dock.stack.at(-2)?.kind === 'api' ? dock.close() : dock.swap('api', place.apiId));
  return (
    <DockPanel title={t('consumers.form-title')} subtitle={api.data && <bdi>{api.data.name}</bdi>}>
      <NewKey place={place} onLeave={leave} />
    </DockPanel>
  );
};
