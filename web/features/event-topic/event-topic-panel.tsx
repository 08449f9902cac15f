import { useQuery } from '@tanstack/react-query';
import { Send, Split } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { EventTopicRow, EventTopicView } from '#domain/event-topic/row.ts';
import { asProblem } from '../../api/problem-error.ts';
import { DockPanel } from '../../components/layout/dock-panel.tsx';
import { Empty } from '../../components/layout/empty.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { newId } from './dock-view.ts';
import { EventTopicForm } from './event-topic-form.tsx';
import { eventTopicOptions } from './queries.ts';
import { TopicStateDot } from './topic-state.tsx';

const EventTopicHistory = lazy(() =>
  import('./event-topic-history.tsx').then((module) => ({ default: module.EventTopicHistory })),
);
const Subscriptions = lazy(() =>
  import('../event-subscription/shared/subscriptions.tsx').then((module) => ({ default: module.Subscriptions })),
);
const TopicMessages = lazy(() =>
  import('./shared/topic-messages.tsx').then((module) => ({ default: module.TopicMessages })),
);
const TestMessage = lazy(() => import('./test-message.tsx').then((module) => ({ default: module.TestMessage })));

/** The last messages of a topic that its Kafka has, and a test message to it. */
const Messages = ({ topic }: Readonly<{ topic: EventTopicRow }>) => {
  const t = useLazyTexts('topic-messages');
  const [isSending, setSending] = useState<boolean>();
  return (
    <>
      <Suspense fallback={<Skeleton className="late h-16 w-full" />}>
        <TopicMessages topicId={topic.id} />
      </Suspense>
      <Button size="small" className="mt-2" onClick={() => setSending(true)}>
        <Send />
        {t('topic-messages.test')}
      </Button>
      <Suspense fallback={null}>
        {isSending !== undefined && <TestMessage topic={topic} open={isSending} onClose={() => setSending(false)} />}
      </Suspense>
    </>
  );
};

/** How the topic stands, what the broker has of it, the operation under way, and what waits in the drift. */
const Standing = ({
  topic: { id, state, made, operationId, openDifferences },
}: Readonly<{ topic: EventTopicView }>) => {
  const t = useLazyTexts('event-topics');
  const format = useFormat();
  const dock = useDock();
  return (
    <div className="mb-4 grid gap-1 text-table">
      <TopicStateDot state={state} />
      {made && state === 'active' && <p className="text-muted">{t('event-topics.has', made)}</p>}
      {(state === 'missing' || state === 'failed') && <p className="text-pretty">{t(`event-topics.about-${state}`)}</p>}
      {operationId && (
        <Button variant="link" className="justify-self-start" onClick={() => dock.open('operation', operationId)}>
          {t('event-topics.operation')}
        </Button>
      )}
      {openDifferences !== null && openDifferences > 0 && (
        <p role="status" className="flex gap-2 rounded-control bg-warning/10 px-3 py-2">
          <Split className="mt-0.5 size-4 shrink-0 text-warning" />
          <span className="grid min-w-0 justify-items-start gap-0.5 break-words">
            {t('event-topics.drift', { number: format.number(openDifferences) })}
            <Button variant="link" className="text-table" asChild>
              <Link href={`/kong/drift?topicId=${id}`}>{t('event-topics.drift-show')}</Link>
            </Button>
          </span>
        </p>
      )}
    </div>
  );
};

const EditEventTopic = ({ id }: { id: number }) => {
  const t = useLazyTexts('event-topics');
  const topic = useQuery(eventTopicOptions(id));
  const isGone = topic.error !== null && asProblem(topic.error).status === 404;
  return (
    <DockPanel title={t('event-topics.edit-title')} subtitle={topic.data && <bdi>{topic.data.name}</bdi>}>
      {isGone ? (
        <Empty icon={Split} title={t('event-topics.gone-title')} text={t('event-topics.gone-text')} />
      ) : (
        <QueryView
          query={topic}
          skeleton={<Skeleton className="late h-60 w-full" />}
          errorTitle={t('event-topics.load-failed')}
        >
          {(found) => (
            <>
              <Standing topic={found} />
              <EventTopicForm key={id} topic={found} />
              <Suspense fallback={<Skeleton className="late h-16 w-full" />}>
                <Subscriptions categoryId={found.categoryId} topicId={id} />
              </Suspense>
              {found.made && <Messages topic={found} />}
              <Suspense fallback={null}>
                <EventTopicHistory id={id} />
              </Suspense>
            </>
          )}
        </QueryView>
      )}
    </DockPanel>
  );
};

/** The dock view that adds a topic or changes the one with this id. */
export const EventTopicPanel = ({ id }: { id: string }) => {
  const t = useLazyTexts('event-topics');
  if (id !== newId) return <EditEventTopic id={Number(id)} />;
  return (
    <DockPanel title={t('event-topics.add-title')}>
      <EventTopicForm />
    </DockPanel>
  );
};
