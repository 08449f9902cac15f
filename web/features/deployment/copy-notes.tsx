import { Copy } from 'lucide-react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Trans } from 'react-i18next';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { DeploymentForm } from '#domain/deployment/schema.ts';
import type { ResourceOption } from '#domain/resource/option.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { copyNotes } from './copy-values.ts';
import type { DeployInput, DeployValues } from './deploy-values.ts';

type Props = Readonly<{
  form: UseFormReturn<DeployInput, unknown, DeployValues>;
  /** The deployment whose values the form began with. */
  original: DeploymentForm;
  api: ApiDetail;
  gateways: readonly ResourceOption[];
  setsResponse: boolean;
}>;

/** Says what the form was filled in with, what was not copied, and what to check at the copy's place. */
export const CopyNotes = ({ form, original, api, gateways, setsResponse }: Props) => {
  const t = useLazyTexts('copying');
  const [env, kongServer, name, contextPath, upstreamUrl] = useWatch({
    control: form.control,
    name: ['env', 'kongServer', 'name', 'contextPath', 'upstreamUrl'],
  });
  const values = { env, kongServer: Number(kongServer), name, contextPath, upstreamUrl };
  const notes = copyNotes(original, values, api, gateways, setsResponse);

  return (
    <section
      aria-label={t('copying.label')}
      className="flex gap-2 rounded-card bg-info/10 px-3 py-2.5 text-table [overflow-wrap:anywhere]"
    >
      <Copy className="mt-0.5 size-4 shrink-0 text-info" />
      <div className="grid min-w-0 gap-2">
        <p>
          <Trans
            i18nKey="copying.text"
            values={{ path: original.path, gateway: original.kongServer.name }}
            components={[<bdi key="path" dir="ltr" />, <bdi key="gateway" />]}
          />
        </p>
        <div role="status" className="empty:hidden">
          {notes.length > 0 && (
            <ul className="grid list-disc gap-1 ps-4">
              {notes.map(({ note, ...parameters }) => (
                <li key={note}>
                  <Trans
                    i18nKey={`copying.note.${note}`}
                    values={parameters}
                    components={[<bdi key="text" dir={note === 'taken' ? 'ltr' : undefined} />]}
                  />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </section>
  );
};
