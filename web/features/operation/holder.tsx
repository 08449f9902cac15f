import { useCommand } from '../../api/use-command.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { takeBackCommand } from './desk-queries.ts';

type Props = Readonly<{
  holder: Readonly<{ name: string; note?: string }> | null;
  what: Readonly<{ operationIds: string[]; causes: string[] }>;
  /** How many operations of a cause are handed over by themselves. */
  held?: number;
}>;

/** Says who has it, with the note, and lets it be given back. */
export const Holder = ({ holder, what, held = 0 }: Props) => {
  const t = useLazyTexts('desk');
  const { run, state } = useCommand(takeBackCommand);
  const others = held > 0 && <span className="block text-muted">{t('desk.some-held', { number: held })}</span>;
  if (!holder)
    return (
      <>
        {t('desk.nobody')}
        {others}
      </>
    );
  return (
    <span className="grid justify-items-start gap-0.5">
      <span className="flex flex-wrap items-center gap-2">
        <bdi>{holder.name}</bdi>
        <Button
          variant="link"
          className="text-table"
          disabled={state === 'sending'}
          onClick={() => void run({ body: what })}
        >
          {t('desk.take-back')}
        </Button>
      </span>
      {holder.note && <bdi className="text-muted [overflow-wrap:anywhere]">{holder.note}</bdi>}
      {others}
    </span>
  );
};
