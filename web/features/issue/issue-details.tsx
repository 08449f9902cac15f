import { useQuery } from '@tanstack/react-query';
import { Download, Paperclip } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { issueFileTypes } from '#domain/issue/issue.ts';
import type { IssueRow } from '#domain/issue/schema.ts';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { DockPanel } from '../../components/layout/dock-panel.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Contact } from '../../components/text/contact.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useFormat } from '../../i18n/format.ts';
import { CloseIssue } from './close-issue.tsx';
import { IssueStateDot } from './issue-state-dot.tsx';
import { issueFileUrl, issueOptions } from './shared/queries.ts';

const headingClasses = 'mb-2 font-semibold text-sm';

const Attachment = ({ id, file }: Pick<IssueRow, 'id' | 'file'>) => {
  const { t } = useTranslation();
  const format = useFormat();
  if (!file) return <p className="text-muted">{t('issues.no-attachment')}</p>;
  return (
    <div className="flex items-center gap-3 rounded-card border border-border bg-surface px-3 py-2.5">
      <Paperclip className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <Ltr className="block truncate font-medium">
          {t('issues.attachment-name', { id, type: issueFileTypes[file.type] })}
        </Ltr>
        <span className="block text-muted text-xs">{format.bytes(file.size)}</span>
        {file.deletedAt !== null && (
          <span className="block text-muted text-xs">
            {t('documentation.deleted', { date: format.date(file.deletedAt) })}
          </span>
        )}
      </span>
      {file.deletedAt === null && (
        <Button size="small" asChild>
          <a href={issueFileUrl(id)} download>
            <Download />
            {t('issues.download')}
          </a>
        </Button>
      )}
    </div>
  );
};

const Facts = ({ issue }: { issue: IssueRow }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, state, reporter, application, reportedAt, closedAt, closedBy } = issue;
  return (
    <DescriptionList
      entries={[
        [t('issues.id'), id],
        [t('issues.state'), <IssueStateDot key="state" state={state} />],
        [
          t('issues.reporter'),
          <span key="reporter" className="grid">
            <bdi>{reporter.name}</bdi>
            <Contact text={reporter.email} />
          </span>,
        ],
        [t('issues.organization'), <bdi key="organization">{reporter.organizationName}</bdi>],
        [
          t('issues.application'),
          application ? (
            <bdi key="application">{application.name}</bdi>
          ) : (
            <span key="application" className="text-muted">
              {t('issues.none')}
            </span>
          ),
        ],
        [t('issues.reported'), <RelativeTime key="reported" at={reportedAt} />],
        ...(closedAt
          ? [
              [
                t('issues.closed'),
                t('issues.closed-by', { when: format.dateTime(closedAt), name: closedBy?.name ?? '' }),
              ] as const,
            ]
          : []),
      ]}
    />
  );
};

/** The dock view of one issue: reporter, description, attachment. Support closes it here. */
export const IssueDetails = ({ id }: { id: string }) => {
  const { t } = useTranslation();
  const query = useQuery(issueOptions(Number(id)));
  const issue = query.data;
  return (
    <DockPanel
      title={issue ? <bdi>{issue.title}</bdi> : t('issues.issue')}
      footer={issue?.state === 'open' ? <CloseIssue issue={issue} /> : undefined}
    >
      <QueryView
        query={query}
        skeleton={
          <div className="flex flex-col gap-4">
            <Skeleton className="late h-40 w-full" />
            <Skeleton className="late h-24 w-full" />
          </div>
        }
      >
        {(row) => (
          <>
            <Facts issue={row} />
            <section className="border-border border-t pt-4">
              <h3 className={headingClasses}>{t('issues.description')}</h3>
              <p dir="auto" className="whitespace-pre-wrap leading-6">
                {row.description}
              </p>
            </section>
            <section className="border-border border-t pt-4">
              <h3 className={headingClasses}>{t('issues.attachment')}</h3>
              <Attachment id={row.id} file={row.file} />
            </section>
          </>
        )}
      </QueryView>
    </DockPanel>
  );
};
