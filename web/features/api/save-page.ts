import { downloadDocumentation } from '#domain/api/document-calls.ts';
import { apiFileName } from '#domain/api/file-name.ts';
import type { ApiRow } from '#domain/api/schema.ts';
import { getText } from '../../api/client.ts';
import { saveFile } from '../../components/text/save-file.ts';

/** Saves an API's documentation as one file. Throws ProblemError if the server can't make it. */
export const savePage = async (api: Pick<ApiRow, 'id' | 'name' | 'version'>): Promise<void> =>
  saveFile(await getText(downloadDocumentation, { parameters: { id: api.id } }), apiFileName(api, 'html'), 'text/html');
