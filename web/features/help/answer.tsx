import { ArrowRight, ChevronDown } from 'lucide-react';
import { Link } from 'wouter';
import { useUser } from '../../api/session.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import type { FrequentQuestion } from './questions.ts';

/** One question. A click, Enter or Space opens it. It is open if a search has found it. */
export const ApiResponse = ({ question, open }: { question: FrequentQuestion; open: boolean }) => {
  const t = useLazyTexts('faq');
  const user = useUser();
  const { id } = question;
  const mayGo = !('who' in question) || question.who(user);
  return (
    <details id={id} open={open} className="group border-border border-b last:border-b-0">
      <summary className="flex list-none items-center gap-3 px-4 py-3 font-medium -outline-offset-2 transition-colors hover:bg-hover [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">{t(`faq.question-${id}`)}</span>
        <ChevronDown className="size-4 shrink-0 text-muted transition-transform duration-150 group-open:rotate-180" />
      </summary>
      <div className="flex flex-col items-start gap-2 px-4 pb-4">
        <p className="max-w-[72ch] text-pretty text-foreground/85 leading-6">{t(`faq.answer-${id}`)}</p>
        <Link
          href={mayGo ? question.href : '/user-profile'}
          className="inline-flex items-center gap-1.5 rounded-control font-medium text-accent-text underline-offset-4 hover:underline"
        >
          {mayGo ? t(`faq.link-${id}`) : t('faq.link-roles')}
          <ArrowRight className="size-4 rtl:-scale-x-100" />
        </Link>
      </div>
    </details>
  );
};
