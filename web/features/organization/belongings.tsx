import { useQuery } from '@tanstack/react-query';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { LosingOrganizations } from './losing-organizations.tsx';
import { belongingsOptions } from './queries.ts';

type Named = Readonly<{ total: number; first: readonly Readonly<{ id: number; name: string }>[] }>;

/** A number with the first names behind it. */
const Line = ({ text, names }: { text: string; names?: Named }) => {
  const t = useLazyTexts('organizations');
  if (!names || names.total === 0) return <li className="font-medium text-foreground">{text}</li>;
  const more = names.total - names.first.length;
  return (
    <li>
      <span className="font-medium text-foreground">{text}</span>
      <ul className="max-h-24 list-disc overflow-y-auto ps-5 text-xs">
        {names.first.map(({ id, name }) => (
          <li key={id}>
            <bdi className="[overflow-wrap:anywhere]">{name}</bdi>
          </li>
        ))}
        {more > 0 && <li>{t('organizations.goes-more', { count: more })}</li>}
      </ul>
    </li>
  );
};

type Props = Readonly<{
  id: number;
  /** Callers that the reader accepted to lose access. */
  accepted: readonly number[];
  onAccept: (accepted: readonly number[]) => void;
}>;

/** Says plainly how the organization's own keys were used, and that no other one loses anything. */
const Use = ({ usedLately, isAlone }: Readonly<{ usedLately: boolean; isAlone: boolean }>) => {
  const t = useLazyTexts('organizations', 'errors');
  return (
    <p className="mt-2 text-table">
      {t(usedLately ? 'errors.organization.used-lately' : 'organizations.unused')}
      {isAlone && ` ${t('organizations.no-others')}`}
    </p>
  );
};

/** Everything that goes with an organization, and the organizations that lose access. */
export const Belongings = ({ id, accepted, onAccept }: Props) => {
  const t = useLazyTexts('organizations');
  const belongings = useQuery(belongingsOptions(id));
  return (
    <QueryView query={belongings} skeleton={<Skeleton className="late mt-2 h-24 w-full" />}>
      {({ applications, apis, subscriptions, people, deployments, keys, usedLately, others }) => (
        <>
          <ul aria-label={t('organizations.goes')} className="mt-2 grid gap-1 text-table">
            <Line text={t('organizations.goes-applications', { count: applications.total })} names={applications} />
            <Line text={t('organizations.goes-apis', { count: apis.total })} names={apis} />
            <Line text={t('organizations.goes-deployments', { count: deployments })} />
            <Line text={t('organizations.goes-keys', { count: keys })} />
            <Line text={t('organizations.goes-subscriptions', { count: subscriptions.total })} names={subscriptions} />
            <Line text={t('organizations.goes-people', { count: people.total })} names={people} />
          </ul>
          <Use usedLately={usedLately} isAlone={others.length === 0} />
          <LosingOrganizations others={others} accepted={accepted} onAccept={onAccept} />
        </>
      )}
    </QueryView>
  );
};
