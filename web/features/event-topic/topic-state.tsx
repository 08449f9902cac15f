import type { TopicState } from '#domain/event-topic/event-topic.ts';
import { StatusDot, type StatusTone } from '../../components/text/status-dot.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

const tones: Readonly<Record<TopicState, StatusTone>> = {
  saving: 'info',
  active: 'success',
  failed: 'danger',
  missing: 'danger',
  removing: 'warning',
};

/** How a topic stands at its Kafka. */
export const TopicStateDot = ({ state }: Readonly<{ state: TopicState }>) => {
  const t = useLazyTexts('event-topics');
  return (
    <StatusDot tone={tones[state]} pulse={state === 'saving' || state === 'removing'}>
      {t(`event-topics.state-${state}`)}
    </StatusDot>
  );
};
