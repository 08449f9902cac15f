import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useLocation } from 'wouter';
import type { ApprovalRules as Rules } from '#domain/approval-rule/schema.ts';
import { type Environment, environments } from '#domain/core/environment.ts';
import { fourEyesDays } from '#domain/organization/four-eyes.ts';
import { useCommand } from '../../api/use-command.ts';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Label } from '../../components/ui/label.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { Switch } from '../../components/ui/switch.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { setRuleCommand } from './queries.ts';
import { approvalAddress } from './shared/address.ts';
import { approvalRulesOptions } from './shared/queries.ts';

const Rule = ({ environment, rules }: Readonly<{ environment: Environment; rules: Rules }>) => {
  const id = useId();
  const [, navigate] = useLocation();
  const { run, state } = useCommand(setRuleCommand);
  const set = async (twoPeople: boolean) => {
    const done = await run({ body: { environment, twoPeople } });
    if (done?.approvalId !== undefined) navigate(approvalAddress(done.approvalId));
  };
  return (
    <div className="inline-flex items-center gap-2">
      <Switch
        id={id}
        checked={rules.twoPeople.includes(environment)}
        disabled={state === 'sending' || (rules.isAlone && !rules.twoPeople.includes(environment))}
        onCheckedChange={(checked) => void set(checked)}
      />
      <Label htmlFor={id} dir="ltr">
        {environment}
      </Label>
    </div>
  );
};

/** Which environments are changed by two people. Each switch is saved at once; ending a rule needs a second person, too. */
export const ApprovalRules = () => {
  const t = useLazyTexts('approvals');
  const rules = useQuery(approvalRulesOptions);
  return (
    <section aria-label={t('approvals.rules')} className="rounded-card border border-border bg-surface px-4 py-3.5">
      <h2 className="font-semibold">{t('approvals.rules')}</h2>
      <p className="mb-3 text-muted text-table">{t('approvals.rules-text')}</p>
      <QueryView query={rules} skeleton={<Skeleton className="h-6 w-64" />}>
        {(known) => (
          <>
            <div className="flex flex-wrap gap-x-6 gap-y-2">
              {environments.map((environment) => (
                <Rule key={environment} environment={environment} rules={known} />
              ))}
            </div>
            {known.isAlone && <p className="mt-3 text-table">{t('approvals.alone', { days: fourEyesDays })}</p>}
          </>
        )}
      </QueryView>
    </section>
  );
};
