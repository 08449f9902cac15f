import { Ban, Pencil, Play, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { OrganizationDetail } from '#domain/organization/schema.ts';
import { Button } from '../../components/ui/button.tsx';
import { Tooltip } from '../../components/ui/tooltip.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

const SwitchOrganization = lazy(() =>
  import('./switch-organization.tsx').then((module) => ({ default: module.SwitchOrganization })),
);
const RequestDeletion = lazy(() =>
  import('./request-deletion.tsx').then((module) => ({ default: module.RequestDeletion })),
);

/** The buttons on the whole organization, with their dialogs. */
export const OrganizationActions = ({ organization }: Pick<OrganizationDetail, 'organization'>) => {
  const t = useLazyTexts('organizations');
  const [asked, setAsked] = useState<{ what: 'switch' | 'delete'; open: boolean }>();
  const { id, deactivated, requestDeleted, may } = organization;
  const dialog = (what: 'switch' | 'delete') => ({
    organization,
    open: asked?.what === what && asked.open,
    onOpenChange: (open: boolean) => setAsked({ what, open }),
  });
  const remove = (
    // Not `disabled`: the tooltip says why, and a disabled button has none.
    <Button
      variant="quiet"
      size="small"
      className="text-danger"
      aria-disabled={requestDeleted}
      onClick={() => requestDeleted || setAsked({ what: 'delete', open: true })}
    >
      <Trash2 />
      {t('organizations.delete')}
    </Button>
  );
  return (
    <>
      {may.edit && (
        <Button variant="quiet" size="small" asChild>
          <Link href={`/organization/edit-organization?id=${id}`}>
            <Pencil />
            {t('organizations.edit')}
          </Link>
        </Button>
      )}
      {may.switch && (
        <Button variant="quiet" size="small" onClick={() => setAsked({ what: 'switch', open: true })}>
          {deactivated ? <Play /> : <Ban />}
          {t(deactivated ? 'organizations.activate' : 'organizations.deactivate')}
        </Button>
      )}
      {may.requestDeletion &&
        (requestDeleted ? <Tooltip text={t('organizations.delete-requested')}>{remove}</Tooltip> : remove)}
      <Suspense fallback={null}>
        {asked?.what === 'switch' && <SwitchOrganization {...dialog('switch')} />}
        {asked?.what === 'delete' && <RequestDeletion {...dialog('delete')} />}
      </Suspense>
    </>
  );
};
