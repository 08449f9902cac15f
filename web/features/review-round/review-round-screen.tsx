import { useQuery } from '@tanstack/react-query';
import { Compass, Download, Lock } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import type { ReviewRoundDetail } from '#domain/review-round/schema.ts';
import { asProblem } from '../../api/problem-error.ts';
import { useCommand } from '../../api/use-command.ts';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { openOf, ReviewProgress } from './progress.tsx';
import { closeCommand, reviewReportUrl, reviewRoundOptions } from './queries.ts';
import { ReviewLines } from './review-lines.tsx';
import { isOverdue } from './round-columns.tsx';
import { titleOf } from './title.ts';

/** Closes a round although something waits. */
const CloseReview = ({ round }: Readonly<{ round: ReviewRoundDetail }>) => {
  const t = useLazyTexts('review-rounds');
  const [open, setOpen] = useState(false);
  const { run, state } = useCommand(closeCommand);
  const confirm = async () => {
    await run({ parameters: { id: round.id } });
    setOpen(false);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Lock />
        {t('review-rounds.close')}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t('review-rounds.close-title')}
        text={t('review-rounds.close-text', { count: openOf(round) })}
        action={t('review-rounds.close')}
        isPending={state === 'sending'}
        onConfirm={() => void confirm()}
      />
    </>
  );
};

const Facts = ({ round }: Readonly<{ round: ReviewRoundDetail }>) => {
  const t = useLazyTexts('review-rounds');
  const format = useFormat();
  const { organization, startedAt, startedBy, dueAt, closedAt, closedBy, kept, revoked, ended } = round;
  const by = (moment: string, name: string) => [format.dateTime(moment), name].filter(Boolean).join(' · ');
  return (
    <section
      aria-label={t('review-rounds.facts')}
      className="grid items-start gap-x-10 gap-y-4 rounded-card border border-border bg-surface p-4 md:grid-cols-2"
    >
      <DescriptionList
        entries={[
          [
            t('review-rounds.organization'),
            <bdi key="of">{organization?.name ?? t('review-rounds.all-organizations')}</bdi>,
          ],
          [t('review-rounds.started'), <bdi key="started">{by(startedAt, startedBy)}</bdi>],
          [
            t('review-rounds.due'),
            <span key="due" className="inline-flex flex-wrap items-center gap-2">
              {format.day(dueAt.slice(0, 10))}
              {isOverdue(round) && <Badge tone="danger">{t('review-rounds.overdue')}</Badge>}
            </span>,
          ],
          ...(closedAt ? [[t('review-rounds.closed'), <bdi key="closed">{by(closedAt, closedBy)}</bdi>] as const] : []),
        ]}
      />
      <DescriptionList
        entries={[
          [t('review-rounds.progress'), <ReviewProgress key="progress" round={round} />],
          [t('review-rounds.state.kept'), format.number(kept)],
          [t('review-rounds.state.revoked'), format.number(revoked)],
          [t('review-rounds.state.ended'), format.number(ended)],
          [t('review-rounds.state.open'), format.number(openOf(round))],
        ]}
      />
    </section>
  );
};

/** One review: how far it is, its lines, and for whoever decides them the decisions. */
export const ReviewRoundScreen = () => {
  const t = useLazyTexts('review-rounds');
  const format = useFormat();
  const id = Number(useParams<{ id: string }>().id);
  const round = useQuery(reviewRoundOptions(id));
  const isGone = round.error !== null && asProblem(round.error).status === 404;
  const { data } = round;
  return (
    <Page
      title={data ? titleOf(t, format, data) : t('shell.nav-review-rounds')}
      description={data?.waiting ? t('review-rounds.waits-for-you', { count: data.waiting }) : t('review-rounds.text')}
      actions={
        data && (
          <>
            {data.mayClose && <CloseReview round={data} />}
            <Button asChild>
              <a href={reviewReportUrl(id)} download={`review-${id}.zip`}>
                <Download />
                {t('review-rounds.report')}
              </a>
            </Button>
          </>
        )
      }
    >
      {isGone ? (
        <Empty
          icon={Compass}
          title={t('review-rounds.gone')}
          text={t('review-rounds.gone-text')}
          action={
            <Button asChild>
              <Link href="/review-rounds">{t('shell.nav-review-rounds')}</Link>
            </Button>
          }
        />
      ) : (
        <QueryView query={round} skeleton={<Skeleton className="late h-40 w-full" />}>
          {(found) => (
            <>
              <Facts round={found} />
              <ReviewLines round={found} />
            </>
          )}
        </QueryView>
      )}
    </Page>
  );
};
