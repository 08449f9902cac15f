import { TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import type { UserDetail } from '#domain/user/schema.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

/** Says what somebody owns no more once they belong to another organization, with the ways to name others before. */
export const LeavingOwner = ({ apps }: { apps: UserDetail['ownerApps'] }) => {
  const t = useLazyTexts('people');
  return (
    <div role="status">
      {apps.length > 0 && (
        <div className="mt-2 flex gap-2 rounded-control bg-warning/10 px-3 py-2 text-table">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
          <div className="grid gap-1.5">
            <p>{t('people.leaving-owner')}</p>
            <ul className="flex flex-wrap gap-x-4 gap-y-1">
              {apps.map(({ id, name }) => (
                <li key={id}>
                  <Link
                    href={`/application/edit-application?id=${id}`}
                    className="text-accent-text underline-offset-4 hover:underline"
                  >
                    <bdi>{name}</bdi>
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  );
};
