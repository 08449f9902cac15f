import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Environment } from '#domain/core/environment.ts';
import type { EventCategoryView } from '#domain/event-category/schema.ts';
import type { EventTopicView } from '#domain/event-topic/row.ts';
import { asProblem } from '../../api/problem-error.ts';
import { useUser } from '../../api/session.tsx';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { Code } from '../../components/text/code.tsx';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { saveFile } from '../../components/text/save-file.ts';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { TopicMessages } from '../event-topic/shared/topic-messages.tsx';
import { eventTopicOfOptions } from '../event-topic/shared/topic-of.ts';
import { PanelCard } from './panel-card.tsx';

/** The certificates of a Kafka, each to download. */
const Certificates = ({ files }: { files: EventTopicView['certificates'] }) => {
  const t = useLazyTexts('resources');
  return (
    <span className="flex flex-wrap gap-1.5">
      {files.map(({ name, certificate }) => (
        <Button
          key={name}
          size="small"
          className="max-w-full"
          aria-label={t('resources.certificate-download', { name })}
          onClick={() => saveFile(certificate, name, 'application/x-pem-file')}
        >
          <Download />
          <bdi className="truncate">{name}</bdi>
        </Button>
      ))}
    </span>
  );
};

/** The topic of the user's organization. Who has no access to the category sees none. */
export const TopicCard = ({ category: { id, hasAccess = false } }: { category: EventCategoryView }) => {
  const t = useLazyTexts('event-categories');
  const ofTopics = useLazyTexts('event-topics');
  const ofSubscriptions = useLazyTexts('event-subscriptions');
  const ofResources = useLazyTexts('resources');
  const [env, setEnv] = useState<Environment>();
  const topic = useQuery({ ...eventTopicOfOptions(useUser().organizationId, id, env), enabled: hasAccess });
  const hasNone = !hasAccess || (topic.error !== null && asProblem(topic.error).status === 404);
  return (
    <PanelCard title={t('event-categories.topic')}>
      {hasNone ? (
        <p className="text-pretty text-muted text-table">{t('event-categories.no-topic')}</p>
      ) : (
        <QueryView
          query={topic}
          skeleton={<Skeleton className="late h-20 w-full" />}
          errorTitle={ofTopics('event-topics.load-failed')}
        >
          {({ id: topicId, name, kafkaEnv, made, certificates, environments }) => (
            <>
              {environments.length > 1 && (
                <ChoiceFilter
                  className="mb-3"
                  label={t('apis.environment')}
                  value={kafkaEnv.envType ?? undefined}
                  choices={environments}
                  textOf={(each) => each}
                  allText={null}
                  onChange={setEnv}
                />
              )}
              <DescriptionList
                entries={[
                  [ofTopics('event-topics.name'), <Code key="name">{name}</Code>],
                  [
                    ofTopics('event-topics.kafka-env'),
                    <span key="kafka" className="inline-flex flex-wrap items-center gap-2">
                      <bdi>{kafkaEnv.name}</bdi>
                      {kafkaEnv.envType && <EnvironmentTag environment={kafkaEnv.envType} />}
                    </span>,
                  ],
                  [ofSubscriptions('event-subscriptions.address'), <Code key="address">{kafkaEnv.address}</Code>],
                  ...(certificates.length > 0
                    ? ([
                        [
                          ofResources('resources.certificates'),
                          <Certificates key="certificates" files={certificates} />,
                        ],
                      ] as const)
                    : []),
                ]}
              />
              {made && <TopicMessages key={topicId} topicId={topicId} />}
            </>
          )}
        </QueryView>
      )}
    </PanelCard>
  );
};
