import { useId, useState } from 'react';
import type { Answer } from '#domain/difference/difference.ts';
import type { DifferenceDetails } from '#domain/difference/schema.ts';
import { readOnlyCode } from '#domain/resource/read-only.ts';
import { Button } from '../../components/ui/button.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { isRemoved } from './is-removed.ts';

const followsCode = 'deployment.follows';
const otherToolCode = 'difference.of-another-tool';

/** In the order of the buttons. */
const shown = ['ignore', 'adopt', 'reapply'] as const satisfies readonly Answer[];

/** Returns the text that says why an answer is not possible; undefined: it is. */
const whyNot = (answer: Answer, { subject, label, form, state, ...can }: DifferenceDetails) => {
  const { isAdoptable, isReappliable, isReadOnly, followsAt, removal } = can;
  if (answer === 'ignore') return state === 'ignored' ? 'drift.ignored-already' : undefined;
  if (isReadOnly) return readOnlyCode;
  if (subject.noun === 'deployment') {
    if (form === 'foreign' && answer === 'adopt') return 'drift.foreign-no-adopt';
    if (removal && removal.otherTools.length > 0) return otherToolCode;
    if (answer === 'adopt' && followsAt !== null) return followsCode;
    return answer === 'adopt' && !isAdoptable ? 'drift.not-in-form' : undefined;
  }
  if (answer === 'adopt') return isAdoptable ? undefined : 'drift.not-in-topic-form';
  if (isReappliable) return undefined;
  if (form === 'foreign') return 'drift.topic-no-reapply';
  return label === 'owner' ? 'drift.owner-no-reapply' : 'drift.partitions-no-reapply';
};

/** The three answers to a difference. What is not possible says why. */
export const Answers = ({ difference }: { difference: DifferenceDetails }) => {
  const t = useLazyTexts('drift');
  const errorText = useErrorText();
  const [chosen, setChosen] = useState<Answer>('reapply');
  const [open, setOpen] = useState(false);
  const id = useId();
  const reasons = shown.flatMap((answer) => {
    const key = whyNot(answer, difference);
    if (key === undefined) return [];
    const isCode = key === readOnlyCode || key === followsCode || key === otherToolCode;
    const parameters = {
      gateway: difference.followsAt ?? '',
      tags: difference.removal?.otherTools.join(', ') ?? '',
    };
    return [{ answer, text: isCode ? errorText({ code: key, parameters }) : t(key) }];
  });
  // Several answers may have one reason: it is said once.
  const said = reasons.filter(({ text }, index) => reasons.findIndex((each) => each.text === text) === index);
  const reasonOf = (answer: Answer) => {
    const text = reasons.find((each) => each.answer === answer)?.text;
    return said.find((each) => each.text === text)?.answer;
  };
  return (
    <div className="grid w-full gap-2">
      {said.map(({ answer, text }) => (
        <p key={answer} id={`${id}-${answer}`} className="text-muted text-xs">
          {text}
        </p>
      ))}
      <div className="flex flex-wrap justify-end gap-2">
        {shown.map((answer) => {
          const reason = reasonOf(answer);
          const isPossible = reason === undefined;
          return (
            <Button
              key={answer}
              variant={answer === 'reapply' ? 'primary' : 'secondary'}
              aria-disabled={!isPossible}
              aria-describedby={isPossible ? undefined : `${id}-${reason}`}
              onClick={() => {
                if (!isPossible) return;
                setChosen(answer);
                setOpen(true);
              }}
            >
              {t(answer === 'reapply' && isRemoved(difference) ? 'drift.remove' : `drift.answer-${answer}`)}
            </Button>
          );
        })}
      </div>
      <AnswerDialog key={chosen} open={open} difference={difference} answer={chosen} onDone={() => setOpen(false)} />
    </div>
  );
};
