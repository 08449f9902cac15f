import { Layers, Pencil, Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { OrganizationDetail } from '#domain/organization/schema.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { RowAction } from '../../components/table/row-action.tsx';
import { Contact } from '../../components/text/contact.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { Table, TableCell, TableHead, TableRow } from '../../components/ui/table.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

/** The organization's applications: name, contact, and the ways to change or delete one. */
export const OrganizationApplications = ({
  detail: { organization, applications },
}: {
  detail: OrganizationDetail;
}) => {
  const { t: words } = useTranslation();
  const t = useLazyTexts('organizations');
  const dock = useDock();
  return (
    <Card className="@container shrink-0 overflow-hidden">
      <CardHeader>
        <CardTitle>{t('organizations.applications')}</CardTitle>
        {organization.may.edit && (
          <Button size="small" asChild>
            <Link href={`/application/edit-application?orgId=${organization.id}`}>
              <Plus />
              {t('organizations.add-application')}
            </Link>
          </Button>
        )}
      </CardHeader>
      {applications.length === 0 ? (
        <Empty
          icon={Layers}
          className="py-6"
          title={t('organizations.no-applications')}
          text={organization.may.edit && t('organizations.no-applications-text')}
        />
      ) : (
        <Table>
          <thead>
            <tr>
              <TableHead>{t('organizations.app-name')}</TableHead>
              <TableHead>{t('organizations.app-contact')}</TableHead>
              <TableHead>
                <span className="sr-only">{words('common.actions')}</span>
              </TableHead>
            </tr>
          </thead>
          <tbody>
            {applications.map(({ id, name, contact }) => (
              <TableRow key={id}>
                <TableCell>
                  <bdi>{name}</bdi>
                </TableCell>
                <TableCell>
                  <Contact text={contact} />
                </TableCell>
                <TableCell className="text-end">
                  <span className="inline-flex">
                    <RowAction
                      icon={Pencil}
                      word={words('common.edit')}
                      label={t('organizations.edit-application', { name })}
                      href={`/application/edit-application?id=${id}`}
                    />
                    {/* Its own panel says what goes with it, and asks. */}
                    <RowAction
                      icon={Trash2}
                      word={words('common.delete')}
                      label={t('organizations.delete-application', { name })}
                      onClick={() => dock.push('application', id)}
                    />
                  </span>
                </TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
};
