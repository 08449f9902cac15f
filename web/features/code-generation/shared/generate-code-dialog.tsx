import { Trans, useTranslation } from 'react-i18next';
import type { CodeType } from '#domain/code-generation/language.ts';
import { useCommand } from '../../../api/use-command.ts';
import { FormDialog } from '../../../components/form/form-dialog.tsx';
import { CodeProgress } from './code-progress.tsx';
import { generateCodeCommand } from './generate-code-command.ts';
import { GenerateCodeForm } from './generate-code-form.tsx';

type Props = Readonly<{
  api: Readonly<{ id: number; name: string }>;
  /** The type chosen at first. Users can choose the other one. */
  type?: CodeType;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}>;

/**
 * Generates client or server code for an API with a description. It is 450 px wide. A running generation continues when
 * the dialog is closed, and is shown again when it is opened.
 */
export const GenerateCodeDialog = ({ api, type = 'client', open, onOpenChange }: Props) => {
  const { t } = useTranslation();
  const command = useCommand(generateCodeCommand);
  const { state, operation, operationId, reset } = command;
  const close = () => {
    if (state !== 'working' && state !== 'sending') reset();
    onOpenChange(false);
  };
  const isAsked = operationId !== undefined;
  return (
    <FormDialog
      open={open}
      onClose={close}
      className="top-[6vh] max-h-[88vh] max-w-[450px]"
      title={t('codegen.title')}
      text={<Trans i18nKey="codegen.text" values={{ name: api.name }} components={[<bdi key="name" />]} />}
    >
      {isAsked ? (
        <CodeProgress
          operationId={operationId}
          operation={operation}
          isReady={state === 'done'}
          onAgain={reset}
          onClose={close}
        />
      ) : (
        <GenerateCodeForm api={api} type={type} command={command} />
      )}
    </FormDialog>
  );
};
