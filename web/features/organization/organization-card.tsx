import { Users } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'wouter';
import type { OrganizationRow } from '#domain/organization/schema.ts';
import { Badge } from '../../components/ui/badge.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { OrganizationContact } from './organization-contact.tsx';
import { OrganizationStatus } from './organization-status.tsx';

type Props = Readonly<{ organization: OrganizationRow; isOpen: boolean; onOpen: () => void }>;

/** One organization. A click on the card opens its details. */
export const OrganizationCard = ({ organization, isOpen, onOpen }: Props) => {
  const t = useLazyTexts('organizations');
  const headingId = useId();
  const { id, name, external, description, contact } = organization;
  return (
    <article
      aria-labelledby={headingId}
      data-open={isOpen || undefined}
      className="group relative flex min-h-[158px] min-w-0 flex-col rounded-card border border-border bg-surface p-4 transition-[border-color,box-shadow] duration-150 focus-within:border-accent hover:border-muted/60 data-open:border-accent"
    >
      <div className="flex items-center justify-between gap-2">
        <h2 id={headingId} className="min-w-0 font-semibold text-[0.9375rem] leading-6">
          <button
            type="button"
            onClick={onOpen}
            className="max-w-full text-start outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-focus"
          >
            <bdi className="block truncate">{name}</bdi>
          </button>
        </h2>
        {external && <Badge>{t('organizations.external')}</Badge>}
      </div>
      <p className="mt-1.5 text-pretty text-foreground/85 text-table leading-5">
        <bdi className="line-clamp-2">{description || t('organizations.no-description')}</bdi>
      </p>
      <div className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-1 pt-3 text-muted text-xs">
        {/* Above the card's own button. */}
        <span className="relative min-w-0 max-w-full truncate">
          <OrganizationContact contact={contact} />
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
    </article>
  );
};
