import type { Api } from '#domain/api/api.ts';
import type { ApiImportBody } from '#domain/api/form.ts';
import type { Form } from '../http/older-form.ts';

/**
 * Returns the form "Edit API": the fields that the body has.
 *
 * @param replacesFile whether a file is sent. A file that nobody sends takes no newer one away.
 */
export const apiForm = (body: ApiImportBody, replacesFile: boolean): Form<Api> => ({
  basedOn: body.basedOn,
  shows: (state) => {
    if (state.status === 'none') return {};
    const { name, description, sourceRepo, businessAreaId } = state.details;
    const fields = { name, description, sourceRepo, bizappId: state.applicationId, businessAreaId };
    const sent = Object.entries(fields).filter(([field]) => body[field as keyof typeof fields] !== undefined);
    return { ...Object.fromEntries(sent), ...(replacesFile ? { jsonFile: state.revision } : {}) };
  },
});

/** Returns the form of the spec editor: the text of one revision. */
export const textForm = (revision: number | null): Form<Api> => ({
  basedOn: revision === null ? undefined : (state) => state.status !== 'none' && state.revision === revision,
  shows: (state) => (state.status === 'none' ? {} : { specText: state.revision }),
});
