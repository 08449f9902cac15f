import { lazy, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiDetail } from '#domain/api/schema.ts';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../components/ui/card.tsx';

const Markdown = lazy(() =>
  import('../../components/text/markdown.tsx').then((module) => ({ default: module.Markdown })),
);

/** The details of an API. */
export const InfoCard = ({ api }: { api: ApiDetail }) => {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <CardHeader>
        <CardTitle id={id}>{t('apis.info-title')}</CardTitle>
      </CardHeader>
      <CardContent>
        <DescriptionList
          entries={[
            [
              t('apis.info-id'),
              <Ltr key="id" className="font-mono">
                {api.id}
              </Ltr>,
            ],
            [t('apis.info-organization'), <bdi key="organization">{api.orgname}</bdi>],
            [
              t('apis.info-application'),
              api.appname ? <bdi key="application">{api.appname}</bdi> : t('apis.no-application'),
            ],
            ...(api.version === ''
              ? []
              : [
                  [
                    t('apis.info-version'),
                    <Ltr key="version" className="break-words font-mono">
                      {api.version}
                    </Ltr>,
                  ] as const,
                ]),
            [
              t('apis.info-repository'),
              api.sourceRepo ? (
                <a
                  key="repository"
                  dir="ltr"
                  href={api.sourceRepo}
                  target="_blank"
                  rel="noreferrer noopener"
                  className="break-all text-accent-text hover:underline"
                >
                  {api.sourceRepo}
                </a>
              ) : (
                t('apis.none')
              ),
            ],
            [
              t('apis.info-description'),
              api.description ? (
                <Suspense key="description" fallback={<bdi>{api.summary}</bdi>}>
                  <Markdown text={api.description} />
                </Suspense>
              ) : (
                t('apis.no-description')
              ),
            ],
          ]}
        />
      </CardContent>
    </Card>
  );
};
