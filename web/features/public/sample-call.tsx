import { useTranslation } from 'react-i18next';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';

const request = { method: 'POST', path: '/account-verification-test/checks', header: 'apikey: ••••••••3f9c' } as const;

const response = `{
  "id": "chk_8214",
  "account": "····4471",
  "result": "verified",
  "owner": "match",
  "checkedAt": "2026-03-02T09:41:07Z"
}`;

const status = '200 OK';
const duration = '86 ms';

/** A picture of one call and its response. */
export const SampleCall = () => {
  const { t } = useTranslation();
  return (
    <figure
      aria-label={t('public.sample-label')}
      dir="ltr"
      className="overflow-hidden rounded-[12px] border border-border bg-surface text-start font-mono text-xs leading-5 shadow-float"
    >
      <div className="flex items-center gap-3 border-border border-b px-5 py-3.5">
        <span className="font-semibold text-accent-text">{request.method}</span>
        <span className="min-w-0 flex-1 truncate">{request.path}</span>
        <EnvironmentTag environment="TEST" className="font-sans" />
      </div>
      <p className="border-border border-b px-5 py-2.5 text-muted">{request.header}</p>
      <div className="bg-background/60 px-5 py-4">
        <div className="mb-3 flex items-center gap-2">
          <span aria-hidden className="size-2 rounded-full bg-success" />
          <span className="font-medium text-success">{status}</span>
          <span className="ms-auto text-muted tabular-nums">{duration}</span>
        </div>
        <pre className="overflow-hidden text-foreground/85">{response}</pre>
      </div>
    </figure>
  );
};
