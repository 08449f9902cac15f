import type { ApiDetails } from '#domain/api/api.ts';
import type { ApiImportBody } from '#domain/api/import-body.ts';
import type { ApiRow } from '#domain/api/schema.ts';
import { nameProblem, seenOf } from '#domain/core/given-name.ts';
import { isRefusal, RefusedError } from '#domain/core/problem.ts';
import { readSpec } from '../documents/read-spec.ts';
import type { SpecJobOptions } from '../documents/spec-job.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';
import { findDescription, loadDescription } from './description.ts';

/** What a document says about itself; '' where it says nothing. */
type OwnWords = Readonly<{ title: string; description: string }>;

/** Where the form is empty, the document speaks (docs/product/publishing.md). @throws RefusedError when neither has a name. */
const nameOf = (written: string, { title }: OwnWords): string => {
  const name = written || seenOf(title);
  if (!name) throw invalidField('name', 'api.name-required');
  const problem = nameProblem(name);
  if (problem) throw invalidField('name', problem);
  return name;
};
const descriptionOf = (written: string, own: OwnWords): string => {
  const description = written || own.description;
  if (!description) throw invalidField('description', 'api.description-required');
  return description;
};

/** The details of a new API from the upload form. @throws RefusedError at the name or the description. */
export const detailsOfNew = (
  { name = '', description = '', sourceRepo = '', businessAreaId = null }: ApiImportBody,
  own: OwnWords,
): ApiDetails => ({
  name: nameOf(name, own),
  description: descriptionOf(description, own),
  sourceRepo,
  businessAreaId,
});

/** The details of an API that begins in the editor, which asks for a title only. @throws RefusedError without one. */
export const detailsOfText = (own: OwnWords): ApiDetails => ({
  name: nameOf('', own),
  description: own.description,
  sourceRepo: '',
  businessAreaId: null,
});

/**
 * The details that an update makes: what is left out stays, what is emptied is the document's own, or none.
 *
 * @param own reads the document; only called when a name or description is emptied.
 * @throws RefusedError at the name or the description.
 */
export const detailsOfUpdate = async (
  { name, description, sourceRepo, businessAreaId }: ApiImportBody,
  current: ApiDetails,
  own: () => Promise<OwnWords>,
): Promise<ApiDetails> => {
  const words = name === '' || description === '' ? await own() : { title: '', description: '' };
  return {
    name: name === undefined ? current.name : nameOf(name, words),
    description: description === undefined ? current.description : descriptionOf(description, words),
    sourceRepo: sourceRepo ?? current.sourceRepo,
    businessAreaId: businessAreaId === undefined ? current.businessAreaId : businessAreaId,
  };
};

/** What the stored document of an API says about itself; a PDF says nothing. */
export const storedWords = async (services: Services, { id }: ApiRow, options: SpecJobOptions): Promise<OwnWords> => {
  const description = await findDescription(services, id);
  if (description?.format === 'pdf') return { title: '', description: '' };
  const { bytes } = await loadDescription(services, description);
  const document = await readSpec(bytes, options);
  if (isRefusal(document)) throw new RefusedError(document);
  return document;
};
