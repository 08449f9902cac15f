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
import { setPeopleRuleCommand, setRuleCommand } from './queries.ts';
import { approvalAddress } from './shared/address.ts';
import { approvalRulesOptions } from './shared/queries.ts';

type RuleProps = Readonly<{ label: string; isOn: boolean; isAlone: boolean; isSending: boolean }> &
  Readonly<{ isName?: boolean; onSet: (twoPeople: boolean) => void }>;

/** @param isName the label is a name, the same in every language. */
const Rule = ({ label, isOn, isAlone, isSending, isName = false, onSet }: RuleProps) => {
  const id = useId();
  return (
    <div className="inline-flex items-center gap-2">
      <Switch id={id} checked={isOn} disabled={isSending || (isAlone && !isOn)} onCheckedChange={onSet} />
      <Label htmlFor={id} {...(isName && { dir: 'ltr' })}>
        {label}
      </Label>
    </div>
  );
};

/** Opens the request of a rule that a second person has to end. */
const useOpenRequest = () => {
  const [, navigate] = useLocation();
  return (done: Readonly<{ approvalId?: number | undefined }> | undefined) => {
    if (done?.approvalId !== undefined) navigate(approvalAddress(done.approvalId));
  };
};

const EnvironmentRule = ({ environment, rules }: Readonly<{ environment: Environment; rules: Rules }>) => {
  const { run, state } = useCommand(setRuleCommand);
  const open = useOpenRequest();
  return (
    <Rule
      isName
      label={environment}
      isOn={rules.twoPeople.includes(environment)}
      isAlone={rules.isAlone}
      isSending={state === 'sending'}
      onSet={(twoPeople) => void run({ body: { environment, twoPeople } }).then(open)}
    />
  );
};

const PeopleRule = ({ rules }: Readonly<{ rules: Rules }>) => {
  const t = useLazyTexts('approvals');
  const { run, state } = useCommand(setPeopleRuleCommand);
  const open = useOpenRequest();
  return (
    <Rule
      label={t('approvals.rule-people')}
      isOn={rules.people}
      isAlone={rules.isAlone}
      isSending={state === 'sending'}
      onSet={(twoPeople) => void run({ body: { twoPeople } }).then(open)}
    />
  );
};

/** What is done by two people: changes of an environment, and what is done about people. Each switch is saved at once; ending a rule needs a second person, too. */
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
                <EnvironmentRule key={environment} environment={environment} rules={known} />
              ))}
            </div>
            <p className="mt-4 mb-3 text-muted text-table">{t('approvals.rule-people-text')}</p>
            <PeopleRule rules={known} />
            {known.isAlone && <p className="mt-3 text-table">{t('approvals.alone', { days: fourEyesDays })}</p>}
          </>
        )}
      </QueryView>
    </section>
  );
};
