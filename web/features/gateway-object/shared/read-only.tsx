import { Lock } from 'lucide-react';
import { readOnlyCode } from '#domain/resource/read-only.ts';
import { useErrorText } from '../../../i18n/error-text.ts';

/** Says that a gateway takes no changes, and what to do, with the words of the refusal. */
export const ReadOnlyGateway = ({ id }: Readonly<{ id?: string }>) => {
  const errorText = useErrorText();
  return (
    <p role="status" id={id} className="flex gap-2 rounded-control bg-warning/10 px-3 py-2 text-table">
      <Lock className="mt-0.5 size-4 shrink-0 text-warning" />
      <span className="min-w-0 break-words">{errorText({ code: readOnlyCode })}</span>
    </p>
  );
};
