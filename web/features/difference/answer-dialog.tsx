import { useEffect } from 'react';
import type { Answer } from '#domain/difference/difference.ts';
import { answerForm, type DifferenceDetails } from '#domain/difference/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { TextAreaField } from '../../components/form/text-area-field.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { OperationSection } from '../operation/shared/operation-section.tsx';
import { isRemoved } from './is-removed.ts';
import { answerCommand } from './queries.ts';

type Props = Readonly<{ difference: DifferenceDetails; answer: Answer; onDone: () => void }>;

const isRemoval = ({ answer, difference }: Pick<Props, 'answer' | 'difference'>) =>
  answer === 'reapply' && isRemoved(difference);

/** What follows from an answer. At Kafka it is another thing than on a gateway. */
const textOf = (props: Pick<Props, 'answer' | 'difference'>) => {
  const { answer, difference } = props;
  const isAtKafka = difference.subject.noun !== 'deployment';
  if (isRemoval(props) && difference.form === 'foreign') return 'drift.remove-foreign-text';
  if (isRemoval(props)) return isAtKafka ? 'drift.remove-kafka-text' : 'drift.remove-text';
  if (!isAtKafka) return `drift.text-${answer}` as const;
  return answer === 'reapply' && difference.form === 'missing' && difference.label === 'topic'
    ? 'drift.text-make-again'
    : (`drift.text-kafka-${answer}` as const);
};

/** Says what goes with somebody else's object, and by what other tools may look after it. */
const Removal = ({ removal }: Readonly<{ removal: NonNullable<DifferenceDetails['removal']> }>) => {
  const t = useLazyTexts('drift', 'kong-objects');
  const { below, total, tags } = removal;
  return (
    <>
      {below.length > 0 && (
        <div className="text-table">
          <p className="font-medium">{t('drift.remove-below')}</p>
          <ul className="mt-1 grid gap-1">
            {below.map(({ kind, name }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name, and the order stays.
              <li key={index}>
                {t(`kong-objects.kind-${kind}`)} <bdi className="font-medium">{name}</bdi>
              </li>
            ))}
            {total > below.length && <li>{t('kong-objects.more', { count: total - below.length })}</li>}
          </ul>
        </div>
      )}
      {tags.length > 0 && <p className="text-table">{t('drift.remove-tags', { tags: tags.join(', ') })}</p>}
    </>
  );
};

const Form = (props: Props) => {
  const { difference, answer, onDone } = props;
  const { id, seen } = difference;
  const t = useLazyTexts('drift');
  const command = useCommand(answerCommand);
  const below = isRemoval(props) && difference.removal?.mark ? { below: difference.removal.mark } : {};
  const form = useZodForm(answerForm, { answer, reason: '', seen }, 'onSubmit');
  const isDone = command.state === 'done';
  const isLocked = command.state === 'sending' || command.state === 'working' || isDone;
  const submit = form.handleSubmit(async (body) => {
    await command.run({ parameters: { id }, body: { ...body, ...below } }, { form });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the operation has completed
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone]);
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t(isRemoval(props) ? 'drift.remove' : `drift.answer-${answer}`)}
      isLocked={isLocked}
      leave={isLocked ? t('common.close') : t('common.cancel')}
    >
      {isRemoval(props) && difference.removal && <Removal removal={difference.removal} />}
      <TextAreaField
        control={form.control}
        name="reason"
        label={t('drift.reason')}
        help={t('drift.reason-help')}
        maximum={500}
        rows={3}
        disabled={isLocked}
        required
      />
      <OperationSection operation={command.operation} failed={t('drift.answer-failed')} />
    </DialogForm>
  );
};

/** Asks for the reason of an answer, says what follows, and shows its operation. */
export const AnswerDialog = ({ open, ...props }: Props & Readonly<{ open: boolean }>) => {
  const t = useLazyTexts('drift');
  const { answer } = props;
  return (
    <FormDialog
      open={open}
      onClose={props.onDone}
      title={t(isRemoval(props) ? 'drift.title-remove' : `drift.title-${answer}`)}
      text={t(textOf(props))}
      className="max-w-[450px]"
    >
      <Form {...props} />
    </FormDialog>
  );
};
