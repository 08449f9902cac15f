import { useLazyTexts } from '../../i18n/lazy-texts.ts';

/** Says that the form answers a failed operation, or that it does not any more. */
export const AnswerNote = ({ isNewest }: Readonly<{ isNewest: boolean }>) => {
  const t = useLazyTexts('desk');
  return (
    <p role="status" className="rounded-card bg-info/8 px-3.5 py-3 text-table">
      {t(isNewest ? 'desk.answer-note' : 'desk.answer-overtaken')}
    </p>
  );
};
