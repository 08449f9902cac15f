import { useQuery } from '@tanstack/react-query';
import { Compass } from 'lucide-react';
import type { DifferenceDetails } from '#domain/difference/schema.ts';
import { listedKinds } from '#domain/gateway-object/kind.ts';
import { asProblem } from '../../api/problem-error.ts';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { DockPanel } from '../../components/layout/dock-panel.tsx';
import { Empty } from '../../components/layout/empty.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { Code } from '../../components/text/code.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { dockView as objectView, placeText } from '../gateway-object/shared/dock-view.ts';
import { OperationProgress } from '../operation/shared/operation-progress.tsx';
import { Answers } from './answers.tsx';
import { DriftState } from './drift-state.tsx';
import { FieldList } from './field-list.tsx';
import { objectName } from './object-name.ts';
import { differenceOptions } from './queries.ts';
import { Since } from './since.tsx';

const Facts = ({ difference }: { difference: DifferenceDetails }) => {
  const t = useLazyTexts('drift');
  const dock = useDock();
  const { api, subject, path, resource, organization, objectId, form, intactAt, answeredAt, answeredBy, reason } =
    difference;
  const kind = listedKinds.find((each) => each === difference.kind);
  return (
    <DescriptionList
      entries={[
        [t('drift.state'), <DriftState key="state" row={difference} />],
        [t('drift.since'), <Since key="since" row={difference} />],
        ...(intactAt ? [[t('drift.intact'), <RelativeTime key="intact" at={intactAt} />] as const] : []),
        [t('drift.found'), <RelativeTime key="found" at={difference.foundAt} />],
        [
          t(`drift.noun-${subject.noun}`),
          api ? (
            <span key="subject" className="grid justify-items-start gap-0.5">
              <Button variant="link" className="text-table" onClick={() => dock.push('api', api.id)}>
                <bdi>{api.name}</bdi>
              </Button>
              <Code>{path}</Code>
            </span>
          ) : (
            <bdi key="subject">{subject.name || resource.name}</bdi>
          ),
        ],
        ...(organization
          ? [[t('drift.organization'), <bdi key="organization">{organization.name}</bdi>] as const]
          : []),
        [t('drift.resource'), <bdi key="resource">{resource.name}</bdi>],
        ...(api
          ? [
              [
                t('drift.object'),
                kind && form !== 'missing' ? (
                  <Button
                    key="object"
                    variant="link"
                    className="shrink whitespace-normal text-start text-table"
                    onClick={() => dock.push(objectView, placeText({ kind, gatewayId: resource.id, id: objectId }))}
                  >
                    <Code>{objectId}</Code>
                  </Button>
                ) : (
                  <Code key="object">{objectId}</Code>
                ),
              ] as const,
            ]
          : []),
        ...(answeredBy ? [[t('drift.answered-by'), <bdi key="by">{answeredBy}</bdi>] as const] : []),
        ...(answeredAt ? [[t('drift.answered'), <RelativeTime key="answered" at={answeredAt} />] as const] : []),
        ...(reason ? [[t('drift.reason'), <bdi key="reason">{reason}</bdi>] as const] : []),
      ]}
    />
  );
};

const waits = ({ state, isProtection }: DifferenceDetails) =>
  !isProtection && (state === 'open' || state === 'ignored');

/** A credential is one, whatever it is checked by. */
const aboutForeign = (kind: DifferenceDetails['kind']) =>
  kind === 'route' || kind === 'plugin' || kind === 'upstream' || kind === 'acl' ? kind : 'credential';

const aboutOf = ({ isProtection, form, kind, subject, label }: DifferenceDetails) => {
  if (subject.noun === 'deployment') {
    if (!isProtection)
      return form === 'foreign'
        ? (`drift.about-foreign-${aboutForeign(kind)}` as const)
        : (`drift.about-${form}` as const);
    return form === 'added' ? 'drift.protection-added-text' : 'drift.protection-text';
  }
  if (isProtection) return 'drift.protection-kafka-text';
  if (label === 'ACL') return 'drift.about-acl';
  if (label === 'owner') return 'drift.about-owner';
  if (label === 'topic') return form === 'missing' ? 'drift.about-topic-missing' : 'drift.about-topic-foreign';
  return `drift.about-kafka-${form === 'foreign' ? 'changed' : form}` as const;
};

const Missing = () => {
  const t = useLazyTexts('drift');
  return <Empty icon={Compass} title={t('drift.gone')} text={t('drift.gone-text')} />;
};

/** The dock view of one difference: field by field, since when, and the three answers. */
export const DriftPanel = ({ id }: { id: string }) => {
  const t = useLazyTexts('drift', 'kong-objects');
  const query = useQuery(differenceOptions(id));
  const isGone = query.error !== null && [400, 404].includes(asProblem(query.error).status);
  return (
    <DockPanel
      title={query.data ? <bdi>{objectName(t, query.data)}</bdi> : t('drift.title')}
      subtitle={query.data && t(`drift.form-${query.data.form}`)}
      footer={query.data && waits(query.data) && <Answers difference={query.data} />}
    >
      {isGone ? (
        <Missing />
      ) : (
        <QueryView query={query} skeleton={<Skeleton className="late h-60 w-full" />}>
          {(difference) => (
            <>
              <p className="text-table">{t(aboutOf(difference))}</p>
              <Facts difference={difference} />
              {difference.state === 'answering' && difference.operationId && (
                <OperationProgress operationId={difference.operationId} />
              )}
              {difference.fields.length > 0 && (
                <section className="border-border border-t pt-4">
                  <h3 className="mb-3 font-semibold text-sm">{t('drift.fields')}</h3>
                  <FieldList
                    fields={difference.fields}
                    held={t(difference.subject.noun === 'deployment' ? 'drift.held' : 'drift.held-kafka')}
                  />
                </section>
              )}
            </>
          )}
        </QueryView>
      )}
    </DockPanel>
  );
};
