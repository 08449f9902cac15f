import { useState } from 'react';
import type { ApiDetail } from '#domain/api/schema.ts';
import { notice } from '../../api/notice.ts';
import type { ProblemError } from '../../api/problem-error.ts';
import { useCommand } from '../../api/use-command.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { saveCommand } from './queries.ts';
import type { Workspace } from './use-workspace.ts';

/**
 * Saves the text as a new version. A version of somebody else that came between is asked about, not overwritten.
 *
 * @param onSaved gets the API that it was saved to.
 */
export const useSave = (workspace: Workspace, api: ApiDetail | null, onSaved: (apiId: number) => void) => {
  const errorText = useErrorText();
  const command = useCommand(saveCommand);
  const [saved, setSaved] = useState(api && { apiId: api.id, revision: api.revision });
  const [conflict, setConflict] = useState<number>();
  const [isOffering, setOffering] = useState(false);

  const show = (problem: ProblemError): boolean => {
    const [first] = problem.errors;
    if (problem.code === 'api.spec-changed-meanwhile') setConflict(Number(problem.parameters.revision));
    else if (first?.field === 'specText') notice.error(errorText(first));
    else return false;
    return true;
  };

  /** @param over somebody else's version that it comes after. */
  const save = async (appId: number | undefined, over?: number): Promise<void> => {
    setConflict(undefined);
    const { specText, isSaved } = workspace.toSave();
    const target = saved ? { apiId: saved.apiId, revision: over ?? saved.revision } : { appId: appId ?? null };
    const response = await command.run({ specText, ...target }, { show });
    if (!response) return;
    isSaved();
    setSaved({ apiId: response.apiId, revision: response.revision });
    setOffering(true);
    onSaved(response.apiId);
  };

  return {
    save,
    isSaving: command.state === 'sending',
    apiId: saved?.apiId ?? null,
    revision: saved?.revision,
    conflict,
    /** Whether to ask what comes after saving. */
    isOffering,
    /** The text has been replaced by one that was written on another version. */
    basedOn: (revision: number | null) =>
      setSaved((before) => before && { ...before, revision: revision ?? before.revision }),
    endOffer: () => setOffering(false),
    forgetConflict: () => setConflict(undefined),
  };
};
