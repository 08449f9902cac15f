import { termsVersion } from '#domain/user/terms.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { termsSections } from './terms-sections.ts';

type Props = Readonly<{
  /** Level of the sections' headings. */
  heading: 'h2' | 'h3';
  /** Gives the sections ids for links. Use it only once on a page. */
  anchored?: boolean;
}>;

/** The whole text of the terms, in paragraphs. */
export const TermsText = ({ heading: Heading, anchored = false }: Props) => {
  const t = useLazyTexts('terms');
  return (
    <div className="flex flex-col gap-7">
      <div className="flex flex-col gap-2">
        <p className="text-pretty text-[0.9375rem] leading-6">{t('terms.lead')}</p>
        <p className="text-muted text-xs">{t('terms.version', { version: termsVersion })}</p>
      </div>
      {termsSections.map((section, index) => (
        <section key={section} {...(anchored ? { id: section } : {})} className="scroll-mt-20">
          <Heading className="flex gap-2.5 font-semibold text-[0.9375rem] tracking-[-0.006em]">
            <span className="w-5 shrink-0 font-normal text-muted tabular-nums">{index + 1}</span>
            {t(`terms.title-${section}`)}
          </Heading>
          <div className="mt-1.5 flex flex-col gap-2.5 ps-[1.875rem] leading-6">
            {t(`terms.text-${section}`)
              .split('\n')
              .map((paragraph) => (
                <p key={paragraph} className="max-w-[68ch] text-pretty text-foreground/85">
                  {paragraph}
                </p>
              ))}
          </div>
        </section>
      ))}
    </div>
  );
};
