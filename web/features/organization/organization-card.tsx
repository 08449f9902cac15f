import { Users } from 'lucide-react';
import { Link } from 'wouter';
import type { OrganizationRow } from '#domain/organization/schema.ts';
import { RowCard } from '../../components/table/row-card.tsx';
import { Contact } from '../../components/text/contact.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { OrganizationStatus } from './organization-status.tsx';

type Props = Readonly<{
  organization: OrganizationRow;
  /** What tells it from another organization of the same name. */
  second: string | undefined;
  isOpen: boolean;
  onOpen: () => void;
}>;

/** One organization. A click on the card opens its details. */
export const OrganizationCard = ({ organization, second = '', isOpen, onOpen }: Props) => {
  const t = useLazyTexts('organizations');
  const { id, name, external, description, contact } = organization;
  return (
    <RowCard
      name={name}
      under={second}
      mark={external && <Badge>{t('organizations.external')}</Badge>}
      text={description || t('organizations.no-description')}
      isOpen={isOpen}
      onOpen={onOpen}
    >
      <div className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-1 pt-3 text-muted text-xs">
        {/* Above the card's own button. */}
        <span className="relative min-w-0 max-w-full truncate">
          <Contact text={contact} />
        </span>
        <OrganizationStatus organization={organization} />
        <Link
          href={`/users?org=${id}`}
          aria-label={t('organizations.users-of', { name })}
          className="relative ms-auto inline-flex items-center gap-1.5 rounded-control text-accent-text hover:underline"
        >
          <Users className="size-3.5" />
          {t('organizations.users')}
        </Link>
      </div>
    </RowCard>
  );
};
