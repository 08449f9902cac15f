import { ArrowRight, Check, CodeXml, Rocket, Upload } from 'lucide-react';
import type { ComponentType } from 'react';
import { Redirect } from 'wouter';
import { useSession } from '../../api/session.tsx';
import { useTitle } from '../../components/layout/use-title.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { LogInLink } from '../session/shared/log-in-link.tsx';
import { Contributors } from './contributors.tsx';
import { SampleDeployment } from './sample-deployment.tsx';

const Idea = ({
  icon: Icon,
  title,
  text,
  points,
}: {
  icon: ComponentType<{ className?: string }>;
  title: string;
  text: string;
  points: readonly string[];
}) => (
  <li className="flex flex-col rounded-card border border-border bg-surface p-6">
    <span className="flex size-9 items-center justify-center rounded-card bg-accent-soft text-accent-text">
      <Icon className="size-[1.125rem]" />
    </span>
    <h3 className="mt-4 font-semibold text-base">{title}</h3>
    <p className="mt-1.5 text-pretty text-muted">{text}</p>
    <ul className="mt-4 flex flex-col gap-2 border-border border-t pt-4 text-table">
      {points.map((point) => (
        <li key={point} className="flex gap-2 text-balance">
          <Check className="mt-px size-4 shrink-0 text-success" />
          {point}
        </li>
      ))}
    </ul>
  </li>
);

const SignInButton = () => {
  const t = useLazyTexts('about');
  return (
    <Button variant="primary" size="large" asChild>
      <LogInLink returnTo="/wall">
        {t('about.get-started')}
        <ArrowRight className="rtl:-scale-x-100" />
      </LogInLink>
    </Button>
  );
};

/** Explains the product to people who are not logged in. */
export const About = () => {
  const t = useLazyTexts('about');
  const session = useSession();
  useTitle(t('shell.nav-about'));
  if (session.status === 'signed-in') return <Redirect to="/wall" replace />;
  return (
    <div className="mx-auto flex w-full max-w-[1120px] flex-col gap-20 px-4 pt-14 pb-20 sm:px-6 lg:pt-20">
      <section className="grid items-center gap-10 lg:grid-cols-[1.08fr_1fr] lg:gap-16">
        <div>
          <p className="font-medium text-accent-text text-table">{t('about.eyebrow')}</p>
          <h1 className="mt-3 text-balance font-semibold text-[2rem] leading-[1.14] tracking-[-0.028em] sm:text-[2.625rem]">
            {t('about.headline')}
          </h1>
          <p className="mt-5 max-w-xl text-pretty text-base text-muted leading-7">{t('about.lead')}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <SignInButton />
            <Button size="large" asChild>
              <a href="#ideas">{t('about.browse')}</a>
            </Button>
          </div>
        </div>
        <SampleDeployment />
      </section>
      <section id="ideas" className="scroll-mt-20">
        <h2 className="font-semibold text-xl tracking-[-0.015em]">{t('about.ideas-title')}</h2>
        <ul className="mt-6 grid gap-4 md:grid-cols-3">
          <Idea
            icon={Upload}
            title={t('about.publish-title')}
            text={t('about.publish-text')}
            points={[t('about.publish-point-1'), t('about.publish-point-2')]}
          />
          <Idea
            icon={CodeXml}
            title={t('about.generate-title')}
            text={t('about.generate-text')}
            points={[t('about.generate-point-1'), t('about.generate-point-2')]}
          />
          <Idea
            icon={Rocket}
            title={t('about.deploy-title')}
            text={t('about.deploy-text')}
            points={[t('about.deploy-point-1'), t('about.deploy-point-2')]}
          />
        </ul>
      </section>
      <section className="flex flex-wrap items-center justify-between gap-6 rounded-card bg-accent-soft px-6 py-8 sm:px-8">
        <div className="max-w-xl">
          <h2 className="font-semibold text-lg tracking-[-0.012em]">{t('about.start-title')}</h2>
          <p className="mt-1 text-pretty text-foreground/80">{t('about.start-text')}</p>
        </div>
        <SignInButton />
      </section>
      <Contributors />
    </div>
  );
};
