import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import { readLastMessages } from '#domain/topic-message/calls.ts';
import type { LastMessages } from '#domain/topic-message/schema.ts';
import { asProblem, type ProblemError } from '../../../api/problem-error.ts';
import { type CommandDefinition, useCommand } from '../../../api/use-command.ts';
import { Button } from '../../../components/ui/button.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';
import { MessageItem } from './message-item.tsx';
import { eventTopicsKey } from './topic-of.ts';

const lookCommand = {
  call: readLastMessages,
  invalidates: [[...eventTopicsKey, 'history']],
} satisfies CommandDefinition;

const Found = ({ found: { messages, leftOut, isPartial } }: { found: LastMessages }) => {
  const t = useLazyTexts('topic-messages');
  const format = useFormat();
  if (messages.length === 0 && !isPartial)
    return <p className="text-pretty text-muted text-table">{t('topic-messages.empty')}</p>;
  return (
    <>
      <p className="text-muted text-xs">{t('topic-messages.count', { number: format.number(messages.length) })}</p>
      {isPartial && <p className="text-pretty text-xs">{t('topic-messages.partial')}</p>}
      <ol className="divide-y divide-border rounded-card border border-border">
        {messages.map((each) => (
          <MessageItem key={`${each.partition}/${each.offset}`} message={each} />
        ))}
      </ol>
      {leftOut > 0 && (
        <p className="text-pretty text-xs">{t('topic-messages.left-out', { number: format.number(leftOut) })}</p>
      )}
    </>
  );
};

/** The last messages of a topic, read when somebody asks for them. */
export const TopicMessages = ({ topicId }: { topicId: number }) => {
  const t = useLazyTexts('topic-messages');
  const errorText = useErrorText();
  const format = useFormat();
  const id = useId();
  const look = useCommand(lookCommand);
  const [found, setFound] = useState<LastMessages & { at: number }>();
  const [problem, setProblem] = useState<ProblemError>();
  const isReading = look.state === 'sending';
  const read = async () => {
    setProblem(undefined);
    const show = (failed: ProblemError) => {
      setProblem(failed);
      return true;
    };
    const answer = await look.run({ parameters: { id: topicId } }, { show });
    if (answer) setFound({ ...answer, at: Date.now() });
  };
  return (
    <section aria-labelledby={id} className="mt-5 grid min-w-0 gap-2 border-border border-t pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={id} className="font-semibold text-sm">
          {t('topic-messages.title')}
        </h3>
        <Button size="small" disabled={isReading} onClick={() => void read()}>
          <Search />
          {t(found ? 'topic-messages.look-again' : 'topic-messages.look')}
        </Button>
      </div>
      <p className="text-pretty text-muted text-xs">{t('topic-messages.about')}</p>
      <div aria-live="polite" aria-busy={isReading} className="grid min-w-0 gap-2">
        {isReading && <p className="text-muted text-table">{t('topic-messages.reading')}</p>}
        {problem && !isReading && (
          <p role="alert" className="text-pretty text-danger text-table">
            {errorText(asProblem(problem))}
          </p>
        )}
        {found && !isReading && !problem && (
          <>
            <p className="text-muted text-xs">{t('topic-messages.read-at', { time: format.dateTime(found.at) })}</p>
            <Found found={found} />
          </>
        )}
      </div>
    </section>
  );
};
