import { CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TakeOverPreview } from '#domain/take-over/preview.ts';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { Code } from '../../components/text/code.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { noteText } from './shared/note-text.ts';

/** Names at most so many keys. */
const mostKeys = 10;

const Verdict = ({ refusals }: Pick<TakeOverPreview, 'refusals'>) => {
  const t = useLazyTexts('take-over');
  const fits = refusals.length === 0;
  const Icon = fits ? CircleCheck : CircleX;
  return (
    <section className="grid gap-2">
      <h3 className="flex items-center gap-2 font-semibold text-sm">
        <Icon className={fits ? 'size-4 shrink-0 text-success' : 'size-4 shrink-0 text-danger'} />
        {t(fits ? 'take-over.fits' : 'take-over.fits-not')}
      </h3>
      <p className="text-muted text-table">{t(fits ? 'take-over.fits-text' : 'take-over.fits-not-text')}</p>
      <Sentences>
        {refusals.map(({ code, parameters }) => (
          <li key={`${code} ${Object.values(parameters).join(' ')}`}>
            {noteText(t, `take-over.why-${code}`, parameters)}
          </li>
        ))}
      </Sentences>
    </section>
  );
};

const Sentences = ({ children }: { children: readonly ReactNode[] }) =>
  children.length > 0 && <ul className="grid list-disc gap-1 ps-5 text-table [overflow-wrap:anywhere]">{children}</ul>;

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-2 border-border border-t pt-4">
    <h3 className="font-semibold text-sm">{title}</h3>
    {children}
  </section>
);

const Codes = ({ texts }: { texts: readonly string[] }) => (
  <span className="grid gap-0.5">
    {texts.map((text) => (
      <Code key={text}>{text}</Code>
    ))}
  </span>
);

const Keys = ({ keys, keysTotal }: Pick<TakeOverPreview, 'keys' | 'keysTotal'>) => {
  const t = useLazyTexts('kong-objects');
  const more = keysTotal - Math.min(keys.length, mostKeys);
  return (
    <span className="grid gap-0.5">
      {keys.slice(0, mostKeys).map(({ caller, fingerprint }) => (
        <span key={`${caller} ${fingerprint}`} className="flex flex-wrap gap-x-2">
          <bdi>{caller}</bdi>
          <Code>{fingerprint}</Code>
        </span>
      ))}
      {more > 0 && <span className="text-muted">{t('kong-objects.more', { count: more })}</span>}
    </span>
  );
};

const Carried = ({ preview }: { preview: TakeOverPreview }) => {
  const t = useLazyTexts('take-over');
  const { target, routes, keyNames, ratePerMinute, addresses, keys, keysTotal } = preview;
  const reached = routes.flatMap(({ hosts, paths }) =>
    (hosts.length > 0 ? hosts : ['']).flatMap((host) =>
      (paths.length > 0 ? paths : ['']).map((path) => `${host}${path}`),
    ),
  );
  return (
    <DescriptionList
      entries={[
        [t('take-over.target'), <Code key="target">{target}</Code>],
        [t('take-over.routes'), <Codes key="routes" texts={[...new Set(reached)]} />],
        ...(keyNames.length > 0 ? [[t('take-over.key-header'), <Codes key="names" texts={keyNames} />] as const] : []),
        ...(ratePerMinute === null
          ? []
          : [[t('take-over.limit'), t('take-over.limit-value', { calls: ratePerMinute })] as const]),
        ...(addresses.length > 0
          ? [[t('take-over.addresses'), <Codes key="addresses" texts={addresses} />] as const]
          : []),
        ...(keysTotal > 0
          ? [[t('take-over.keys'), <Keys key="keys" keys={keys} keysTotal={keysTotal} />] as const]
          : []),
      ]}
    />
  );
};

/** What of somebody else's service a deployment could be: whether it fits, and if not why; what comes along; what does not. */
export const TakeOverView = ({ preview }: { preview: TakeOverPreview }) => {
  const t = useLazyTexts('take-over');
  const objects = useLazyTexts('kong-objects');
  const { refusals, left, differences, asOf } = preview;
  return (
    <div className="grid gap-4">
      <Verdict refusals={refusals} />
      <Part title={t('take-over.carried')}>
        <Carried preview={preview} />
      </Part>
      {left.length > 0 && (
        <Part title={t('take-over.left')}>
          <Sentences>
            {left.map(({ code, parameters }) => (
              <li key={`${code} ${parameters.plugin}`}>{noteText(t, `take-over.left-${code}`, parameters)}</li>
            ))}
          </Sentences>
        </Part>
      )}
      {refusals.length === 0 && (
        <Part title={t('take-over.differences')}>
          <Sentences>
            {differences.map(({ code, parameters }) => (
              <li key={code}>{noteText(t, `take-over.different-${code}`, parameters)}</li>
            ))}
          </Sentences>
        </Part>
      )}
      {asOf && (
        <p className="text-muted text-xs">
          {objects('kong-objects.as-of')} <RelativeTime at={asOf} />
        </p>
      )}
    </div>
  );
};
