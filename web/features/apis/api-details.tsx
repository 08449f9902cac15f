import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DescriptionList } from '#web/components/description-list.tsx';
import { DockPanel } from '#web/components/dock-panel.tsx';
import { Ltr } from '#web/components/ltr.tsx';
import { QueryView } from '#web/components/query-view.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#web/components/ui/card.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { apiDetailOptions } from './queries.ts';

/** The dock's view of one API. */
export const ApiDetails = ({ id }: { id: string }) => {
  const { t } = useTranslation();
  const api = useQuery(apiDetailOptions(Number(id)));
  return (
    <DockPanel
      title={api.data ? <bdi>{api.data.name}</bdi> : t('apis.details')}
      subtitle={api.data && t('apis.version', { version: api.data.version })}
    >
      <QueryView query={api} skeleton={<Skeleton className="h-64 w-full rounded-card" />}>
        {(detail) => (
          <Card>
            <CardHeader>
              <CardTitle>{t('apis.info-title')}</CardTitle>
            </CardHeader>
            <CardContent>
              <DescriptionList
                entries={[
                  [
                    t('apis.info-id'),
                    <Ltr key="id" className="font-mono">
                      {detail.id}
                    </Ltr>,
                  ],
                  [t('apis.info-organization'), <bdi key="organization">{detail.orgname}</bdi>],
                  [
                    t('apis.info-application'),
                    detail.appname ? <bdi key="application">{detail.appname}</bdi> : t('apis.no-application'),
                  ],
                  [
                    t('apis.info-version'),
                    <Ltr key="version" className="font-mono">
                      {detail.version}
                    </Ltr>,
                  ],
                  [
                    t('apis.info-repository'),
                    detail.sourceRepo ? (
                      <a
                        key="repository"
                        dir="ltr"
                        href={detail.sourceRepo}
                        target="_blank"
                        rel="noreferrer noopener"
                        className="break-all text-accent-text hover:underline"
                      >
                        {detail.sourceRepo}
                      </a>
                    ) : (
                      t('apis.none')
                    ),
                  ],
                  [
                    t('apis.info-description'),
                    <bdi key="description" className="whitespace-pre-line">
                      {detail.description || t('apis.no-description')}
                    </bdi>,
                  ],
                ]}
              />
            </CardContent>
          </Card>
        )}
      </QueryView>
    </DockPanel>
  );
};
