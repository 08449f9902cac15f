import { useQuery } from '@tanstack/react-query';
import type { TopicChoice } from '#domain/event-topic/event-topic.ts';
import type { TopicAtBroker } from '#domain/event-topic/schema.ts';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { CodeBlock } from '../../components/text/code-block.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { atBrokerOptions } from './queries.ts';

type Props = Readonly<{
  kafkaEnvId: number;
  name: string;
  disabled: boolean;
  onChoose: (choice: NonNullable<TopicChoice>) => void;
}>;

const Names = ({ names, none }: Readonly<{ names: readonly string[]; none: string }>) =>
  names.length === 0 ? (
    none
  ) : (
    <ul className="grid gap-0.5">
      {names.map((name) => (
        <li key={name}>
          <Ltr className="font-mono text-xs [overflow-wrap:anywhere]">{name}</Ltr>
        </li>
      ))}
    </ul>
  );

const Found = ({ found }: Readonly<{ found: NonNullable<TopicAtBroker['found']> }>) => {
  const t = useLazyTexts('event-topics');
  const rights = found.acls.map(({ principal, operation, permission }) => `${principal} ${permission} ${operation}`);
  return (
    <>
      <DescriptionList
        entries={[
          [t('event-topics.partitions'), String(found.partitions)],
          [t('event-topics.replication'), String(found.replication)],
          [t('event-topics.acls'), <Names key="acls" names={rights} none={t('event-topics.acls-none')} />],
          [t('event-topics.groups'), <Names key="groups" names={found.groups} none={t('event-topics.groups-none')} />],
        ]}
      />
      <CodeBlock label={t('event-topics.config')} code={found.config} />
    </>
  );
};

/**
 * Shows what a Kafka has under a topic's name, and asks what to do: adopt what is there, or make the topic again where nothing
 * is.
 */
export const AtBroker = ({ kafkaEnvId, name, disabled, onChoose }: Props) => {
  const t = useLazyTexts('event-topics');
  const atBroker = useQuery(atBrokerOptions(kafkaEnvId, name));
  return (
    <section
      aria-label={t('event-topics.at-broker')}
      className="grid gap-3 rounded-card border border-border bg-background p-3 text-table"
    >
      <QueryView query={atBroker} skeleton={<Skeleton className="late h-24 w-full" />}>
        {({ found }) => (
          <>
            <p className="text-pretty">{t(found ? 'event-topics.adopt-text' : 'event-topics.make-again-text')}</p>
            {found && <Found found={found} />}
            <div className="flex justify-end">
              <Button disabled={disabled} onClick={() => onChoose(found ? 'adopt' : 'make-again')}>
                {t(found ? 'event-topics.adopt' : 'event-topics.make-again')}
              </Button>
            </div>
          </>
        )}
      </QueryView>
    </section>
  );
};
