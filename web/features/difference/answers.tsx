import { useId, useState } from 'react';
import type { Answer } from '#domain/difference/difference.ts';
import type { DifferenceDetails } from '#domain/difference/schema.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { AnswerDialog } from './answer-dialog.tsx';

/** In the order of the buttons. */
const shown = ['ignore', 'adopt', 'reapply'] as const satisfies readonly Answer[];

/** Returns the text that says why an answer is not possible; undefined: it is. */
const whyNot = (answer: Answer, { form, state, isAdoptable }: DifferenceDetails) => {
  if (answer === 'ignore') return state === 'ignored' ? 'drift.ignored-already' : undefined;
  if (form === 'foreign') return `drift.foreign-no-${answer}` as const;
  return answer === 'adopt' && !isAdoptable ? 'drift.not-in-form' : undefined;
};

/** The three answers to a difference. What is not possible says why. */
export const Answers = ({ difference }: { difference: DifferenceDetails }) => {
  const t = useLazyTexts('drift');
  const [chosen, setChosen] = useState<Answer>('reapply');
  const [open, setOpen] = useState(false);
  const id = useId();
  const reasons = shown.flatMap((answer) => {
    const key = whyNot(answer, difference);
    return key ? [{ answer, text: t(key) }] : [];
  });
  return (
    <div className="grid w-full gap-2">
      {reasons.map(({ answer, text }) => (
        <p key={answer} id={`${id}-${answer}`} className="text-muted text-xs">
          {text}
        </p>
      ))}
      <div className="flex flex-wrap justify-end gap-2">
        {shown.map((answer) => {
          const isPossible = !reasons.some((each) => each.answer === answer);
          return (
            <Button
              key={answer}
              variant={answer === 'reapply' ? 'primary' : 'secondary'}
              aria-disabled={!isPossible}
              aria-describedby={isPossible ? undefined : `${id}-${answer}`}
              onClick={() => {
                if (!isPossible) return;
                setChosen(answer);
                setOpen(true);
              }}
            >
              {t(answer === 'reapply' && difference.form === 'added' ? 'drift.remove' : `drift.answer-${answer}`)}
            </Button>
          );
        })}
      </div>
      <AnswerDialog key={chosen} open={open} difference={difference} answer={chosen} onDone={() => setOpen(false)} />
    </div>
  );
};
