import {
  ArrowRight,
  CodeXml,
  FilePenLine,
  KeyRound,
  Layers,
  LayoutGrid,
  Rocket,
  Search,
  Upload,
  UserRoundPlus,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { Link } from 'wouter';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

const icons = {
  upload: Upload,
  create: FilePenLine,
  apps: Layers,
  code: CodeXml,
  'continue-edit': FilePenLine,
  deploy: Rocket,
  'add-key': KeyRound,
  'create-consumer': UserRoundPlus,
  details: Search,
  wall: LayoutGrid,
} satisfies Record<string, ComponentType<{ className?: string }>>;

export type Destination = keyof typeof icons;

/** A next step: a link, or an action on this page. */
export type NextStep = Readonly<
  { destination: Destination } & ({ href: string; onSelect?: () => void } | { href?: undefined; onSelect: () => void })
>;

const className =
  'flex w-full items-center gap-3 rounded-card border border-border px-3 py-3 text-start transition-colors hover:border-accent hover:bg-accent-soft';

/** The possible next steps, most likely first. Suspends until its texts are loaded. */
export const NextSteps = ({ steps, organization }: { steps: readonly NextStep[]; organization: string }) => {
  const t = useLazyTexts('onboarding');
  return (
    <ul className="flex flex-col gap-2">
      {steps.map(({ destination, href, onSelect }) => {
        const Icon = icons[destination];
        const content = (
          <>
            <Icon className="size-4 shrink-0 text-accent-text" />
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{t(`onboarding.go-${destination}`)}</span>
              <span className="block text-pretty text-muted text-xs">
                {t(`onboarding.go-${destination}-text`, { organization })}
              </span>
            </span>
            <ArrowRight className="size-4 shrink-0 text-muted rtl:-scale-x-100" />
          </>
        );
        return (
          <li key={destination}>
            {href === undefined ? (
              <button type="button" onClick={onSelect} className={className}>
                {content}
              </button>
            ) : (
              <Link href={href} onClick={onSelect} className={className}>
                {content}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
};

/** Focuses the first step. Without this, Radix skips links and focuses the close button. */
export const focusFirstStep = (event: Event): void => {
  const first = event.currentTarget instanceof HTMLElement && event.currentTarget.querySelector('li > :is(a, button)');
  if (!(first instanceof HTMLElement)) return;
  event.preventDefault();
  first.focus();
};
