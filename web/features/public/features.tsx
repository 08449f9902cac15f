import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { environments } from '#domain/core/environment.ts';
import { useSession } from '../../api/session.tsx';
import { useTitle } from '../../components/layout/use-title.ts';
import { CodeBlock } from '../../components/text/code-block.tsx';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { Contents } from './contents.tsx';
import { GuideStep } from './guide-step.tsx';
import { LogInButton } from './log-in-button.tsx';
import { RequestAccessButton } from './request-access-button.tsx';

const steps = ['access', 'find', 'keys', 'call', 'environments', 'production', 'usage'] as const;
const descriptions = { DEV: 'dev', TEST: 'test', UAT: 'uat', PROD: 'prod' } as const;

const keyCall = 'curl https://gateway.example/payments-test/ -H "apikey: $API_KEY"';
const tokenCall = `curl https://gateway.example/payments-test/oauth2/token \\
  -d grant_type=client_credentials \\
  -d client_id="$CLIENT_ID" -d client_secret="$CLIENT_SECRET"

curl https://gateway.example/payments-test/ \\
  -H "Authorization: Bearer $ACCESS_TOKEN"`;

const KeyKinds = () => {
  const t = useLazyTexts('guide');
  return (
    <dl className="grid gap-3 sm:grid-cols-2">
      {(['developer', 'company'] as const).map((kind) => (
        <div key={kind} className="rounded-card border border-border bg-surface p-4">
          <dt className="font-semibold">{t(`guide.title-${kind}-keys`)}</dt>
          <dd className="mt-1 text-pretty text-muted">{t(`guide.text-${kind}-keys`)}</dd>
        </div>
      ))}
    </dl>
  );
};

const Environments = () => {
  const t = useLazyTexts('guide');
  return (
    <dl className="divide-y divide-border overflow-hidden rounded-card border border-border bg-surface">
      {environments.map((environment) => (
        <div key={environment} className="flex items-center gap-4 px-4 py-3">
          <dt className="w-14 shrink-0">
            <EnvironmentTag environment={environment} />
          </dt>
          <dd>{t(`guide.environment-${descriptions[environment]}`)}</dd>
        </div>
      ))}
    </dl>
  );
};

const Production = () => {
  const t = useLazyTexts('guide');
  return (
    <ol className="flex list-decimal flex-col gap-2 ps-5 marker:text-muted">
      <li className="ps-1">{t('guide.production-1')}</li>
      <li className="ps-1">{t('guide.production-2')}</li>
      <li className="ps-1">{t('guide.production-3')}</li>
    </ol>
  );
};

const Calls = () => {
  const t = useLazyTexts('guide');
  return (
    <div className="flex flex-col gap-3">
      <CodeBlock label={t('guide.code-key')} code={keyCall} />
      <CodeBlock label={t('guide.code-token')} code={tokenCall} />
    </div>
  );
};

const more = { keys: KeyKinds, call: Calls, environments: Environments, production: Production };

const End = () => {
  const t = useLazyTexts('guide');
  const { t: words } = useTranslation();
  const isSignedIn = useSession().status === 'signed-in';
  return (
    <section className="flex flex-wrap items-center justify-between gap-6 rounded-[12px] bg-accent-soft px-6 py-7 sm:px-8">
      <div className="max-w-xl">
        <h2 className="font-semibold text-lg tracking-[-0.012em]">{t('guide.end-title')}</h2>
        <p className="mt-0.5 text-foreground/80">{t(isSignedIn ? 'guide.end-text-signed-in' : 'guide.end-text')}</p>
      </div>
      {isSignedIn ? (
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" size="large" asChild>
            <Link href="/wall">{words('public.gallery')}</Link>
          </Button>
          <Button size="large" asChild>
            <Link href="/help/faq">{t('guide.end-help')}</Link>
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap gap-3">
          <RequestAccessButton text={words('public.request-access-now')} />
          <LogInButton />
        </div>
      )}
    </section>
  );
};

/** The getting started guide, open to everybody. */
export const Features = () => {
  const { t: words } = useTranslation();
  const t = useLazyTexts('guide');
  useTitle(words('public.features-title'));
  return (
    <div className="mx-auto grid w-full max-w-[1120px] gap-x-16 gap-y-10 px-4 pt-12 pb-20 sm:px-6 lg:grid-cols-[1fr_220px] lg:pt-16">
      <header className="max-w-[44rem] lg:col-span-2">
        <h1 className="font-semibold text-[2rem] leading-[1.14] tracking-[-0.028em]">{t('guide.title')}</h1>
        <p className="mt-3 text-pretty text-base text-muted leading-7">{t('guide.lead')}</p>
      </header>
      <div className="flex min-w-0 max-w-[44rem] flex-col gap-12">
        {steps.map((step, index) => {
          const More = step in more ? more[step as keyof typeof more] : undefined;
          return (
            <GuideStep
              key={step}
              id={step}
              number={index + 1}
              title={t(`guide.title-${step}`)}
              text={t(`guide.text-${step}`)}
            >
              {More && <More />}
            </GuideStep>
          );
        })}
        <End />
      </div>
      <Contents label={t('guide.contents')} parts={steps.map((id) => ({ id, title: t(`guide.title-${id}`) }))} />
    </div>
  );
};
