import { Link } from 'wouter';
import { fourEyesDays } from '#domain/organization/four-eyes.ts';
import type { WhyNotAnswer, WhyNotPart } from '#domain/why-not/schema.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';
import { Changes } from './changes.tsx';
import { Rules } from './rules.tsx';

const tones = { allowed: 'success', depends: 'warning', refused: 'danger' } as const;

type Props = Readonly<{
  answer: WhyNotAnswer;
  env: string | undefined;
  /** Called when a link of it leads away. */
  onLeave?: () => void;
}>;

const isTrue = ({ facts }: WhyNotPart['rules'][number]): boolean => facts.every(({ met }) => met === true);

const Part = ({ part, env }: Readonly<{ part: WhyNotPart; env: string | undefined }>) => {
  const t = useLazyTexts('why-not');
  const title = t(`why-not.action.${part.action}`);
  return (
    <section aria-label={title} className="grid gap-3">
      <div className="grid gap-1">
        <h2 className="flex flex-wrap items-center gap-2 font-semibold text-sm">
          {title}
          <Badge tone={tones[part.verdict]}>{t(`why-not.verdict.${part.verdict}`)}</Badge>
        </h2>
        <p className="text-muted text-sm">{t(`why-not.verdict-text.${part.verdict}`)}</p>
      </div>
      <Rules rules={part.verdict === 'allowed' ? part.rules.filter(isTrue) : part.rules} />
      {part.beyond.length > 0 && (
        <ul className="grid gap-1 text-muted text-sm">
          {part.beyond.map((each) => (
            <li key={each}>{t(`why-not.beyond.${each}`, { environment: env ?? '', days: fourEyesDays })}</li>
          ))}
        </ul>
      )}
      {part.changes.length > 0 && <Changes changes={part.changes} />}
    </section>
  );
};

/** Says which rules of the table of rights decide, which facts were missing, who could change them, and where to ask. */
export const Explanation = ({ answer, env, onLeave }: Props) => {
  const t = useLazyTexts('why-not');
  const { list } = useFormat();
  const { about, parts, standing } = answer;
  const first = parts.find(({ verdict }) => verdict !== 'allowed') ?? parts[0];
  if (!first) return null;
  const action = t(`why-not.action.${first.action}`);
  const names = Object.values(about).flatMap((thing) => thing?.name ?? []);
  const missing = first.changes.map(({ fact }) => t(`why-not.fact.${fact}`));
  const report = new URLSearchParams({
    report: '1',
    title: t('why-not.report-title', { action }),
    description: t('why-not.report-text', { action, about: list(names) || '-', missing: list(missing) || '-' }),
  });
  // Support reads what is true of somebody else, for whom a link of theirs does nothing.
  const needsAccess = !answer.person && first.changes.some(({ fact }) => fact === 'granted') && about.api;
  const needsTwo = parts.some(({ beyond }) => beyond.includes('two-people') || beyond.includes('second-administrator'));
  return (
    <div className="grid gap-6">
      {standing && <p className="text-danger text-sm">{t(`why-not.standing.${standing}`)}</p>}
      {!answer.person && names.length > 0 && (
        <p className="text-sm">
          <bdi>{list(names)}</bdi>
        </p>
      )}
      {parts.map((part) => (
        <Part key={part.action} part={part} env={env} />
      ))}
      <p className="flex flex-wrap gap-2">
        {needsAccess && (
          <Button asChild variant="primary">
            <Link href={`/wall/all?dock=api:${about.api?.id}`} onClick={onLeave}>
              {t('why-not.request-access')}
            </Link>
          </Button>
        )}
        {needsTwo && (
          <Button asChild>
            <Link href="/approvals" onClick={onLeave}>
              {t('why-not.approvals')}
            </Link>
          </Button>
        )}
        {!answer.person && (
          <Button asChild>
            <Link href={`/help/faq?${report}`} onClick={onLeave}>
              {t('why-not.report')}
            </Link>
          </Button>
        )}
      </p>
    </div>
  );
};
