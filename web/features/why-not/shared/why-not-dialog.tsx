import { useQuery } from '@tanstack/react-query';
import type { Refused } from '../../../api/why-not.ts';
import { QueryView } from '../../../components/layout/query-view.tsx';
import { Dialog, DialogContent, DialogHead } from '../../../components/ui/dialog.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';
import { Explanation } from './explanation.tsx';
import { whyNotOptions } from './queries.ts';

type Props = Readonly<{ open: boolean; problem: Refused | undefined; onClose: () => void }>;

/** "Why can't I?": the explanation of a refusal. */
export const WhyNotDialog = ({ open, problem, onClose }: Props) => {
  const t = useLazyTexts('why-not');
  const answer = useQuery({ ...whyNotOptions(problem?.why), enabled: open && problem?.why !== undefined });
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent className="max-w-xl">
        <DialogHead title={t('why-not.title')} text={t('why-not.text')} />
        {problem?.status === 404 && <p className="text-sm">{t('why-not.not-found')}</p>}
        <QueryView query={answer} skeleton={<Skeleton className="h-48 w-full" />}>
          {(data) => <Explanation answer={data} env={undefined} onLeave={onClose} />}
        </QueryView>
      </DialogContent>
    </Dialog>
  );
};
