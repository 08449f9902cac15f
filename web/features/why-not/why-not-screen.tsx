import { useQuery } from '@tanstack/react-query';
import { MessageCircleQuestion } from 'lucide-react';
import * as z from 'zod/mini';
import { actions, whyNotQuery } from '#domain/why-not/schema.ts';
import { asProblem } from '../../api/problem-error.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { CopyButton } from '../../components/text/copy-button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { Explanation } from './shared/explanation.tsx';
import { whyNotOptions } from './shared/queries.ts';
import { WhyNotQuestion } from './why-not-question.tsx';

const form = z.extend(whyNotQuery, { action: z.optional(z.enum(actions)) });

/** Why somebody can't do something, for support. The address holds the question, so it is a link to the answer. */
export const WhyNotScreen = () => {
  const t = useLazyTexts('why-not', 'as-of');
  const [question, setQuestion] = useListParams(form);
  const { action, personId } = question;
  const asked = action && personId !== undefined ? { ...question, action } : undefined;
  const answer = useQuery(whyNotOptions(asked));
  const isMissing = answer.isError && asProblem(answer.error).status === 404;
  return (
    <Page
      title={t('shell.why-not')}
      description={t('why-not.screen-text')}
      actions={asked && <CopyButton value={window.location.href} label={t('as-of.copy-link')} />}
    >
      <WhyNotQuestion question={question} answer={answer.data} onChange={(patch) => setQuestion(patch)} />
      {!asked || isMissing ? (
        <Empty
          icon={MessageCircleQuestion}
          title={t(isMissing ? 'why-not.missing' : 'why-not.begin')}
          text={t(isMissing ? 'why-not.missing-text' : 'why-not.begin-text')}
        />
      ) : (
        <QueryView query={answer} skeleton={<Skeleton className="h-64 w-full" />}>
          {(data) => (
            <div className="max-w-3xl">
              <Explanation answer={data} env={question.env} />
            </div>
          )}
        </QueryView>
      )}
    </Page>
  );
};
