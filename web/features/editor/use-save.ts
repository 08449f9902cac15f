import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { ChangedSince } from '#domain/core/older-form.ts';
import { changedIn } from '../../api/changed-since.ts';
import { notice } from '../../api/notice.ts';
import type { ProblemError } from '../../api/problem-error.ts';
import { useCommand } from '../../api/use-command.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { tellUnresolved } from '../api/shared/tell-unresolved.ts';
import { saveCommand } from './queries.ts';
import type { Workspace } from './use-workspace.ts';

/**
 * Saves the text as a new version. If somebody else has saved a version in between, it asks and does not overwrite.
 *
 * @param onSaved called with the id of the saved API.
 */
export const useSave = (workspace: Workspace, api: ApiDetail | null, onSaved: (apiId: number) => void) => {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const command = useCommand(saveCommand(api === null));
  const [saved, setSaved] = useState(api && { apiId: api.id, revision: api.revision });
  const [conflict, setConflict] = useState<ChangedSince>();
  const [isOffering, setOffering] = useState(false);

  const show = (problem: ProblemError): boolean => {
    const [first] = problem.errors;
    const changed = changedIn(problem);
    if (changed) setConflict(changed);
    else if (first?.field === 'specText') notice.error(errorText(first));
    else return false;
    return true;
  };

  /** @param over the version of somebody else that this one follows. */
  const save = async (appId: number | undefined, over?: number): Promise<void> => {
    setConflict(undefined);
    const { specText, isSaved } = workspace.toSave();
    const target = saved ? { apiId: saved.apiId, revision: over ?? saved.revision } : { appId: appId ?? null };
    const response = await command.run({ body: { specText, ...target } }, { show });
    if (!response) return;
    isSaved();
    tellUnresolved(t, response.unresolved);
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
    /** Whether to ask for the next step after saving. */
    isOffering,
    /** Call it when the text has been replaced by one that was based on another version. */
    basedOn: (revision: number | null) =>
      setSaved((before) => before && { ...before, revision: revision ?? before.revision }),
    endOffer: () => setOffering(false),
    forgetConflict: () => setConflict(undefined),
  };
};
