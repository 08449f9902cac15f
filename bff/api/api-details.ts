import type { ApiDetails } from '#domain/api/api.ts';
import type { ApiImportBody } from '#domain/api/form.ts';
import type { ApiRow } from '#domain/api/schema.ts';
import { nameProblem, seenOf } from '#domain/core/given-name.ts';
import { isRefusal, RefusedError } from '#domain/core/problem.ts';
import { readSpec } from '../documents/read-spec.ts';
import type { SpecJobOptions } from '../documents/spec-job.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';
import { findDescription, loadDescription } from './shared/description.ts';

/** What a document says about itself; '' where it has no such text. */
type OwnWords = Readonly<{ title: string; description: string }>;

/** An empty name in the form is taken from the document (docs/product/publishing.md). @throws RefusedError without any name. */
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

/** Returns the details of a new API from the upload form. @throws RefusedError at the name or the description. */
export const detailsOfNew = (
  { name = '', description = '', sourceRepo = '', businessAreaId = null }: ApiImportBody,
  own: OwnWords,
): ApiDetails => ({
  name: nameOf(name, own),
  description: descriptionOf(description, own),
  sourceRepo,
  businessAreaId,
});

/** Returns the details of an API that is created in the editor. @throws RefusedError when the document has no title. */
export const detailsOfText = (own: OwnWords): ApiDetails => ({
  name: nameOf('', own),
  description: own.description,
  sourceRepo: '',
  businessAreaId: null,
});

/**
 * Returns the details after an update. A missing field keeps its value. An empty one is taken from the document.
 *
 * @param own reads the document. Called only when the name or the description is empty.
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

/** Returns what the stored document of an API says about itself. A PDF says nothing. */
export const storedWords = async (services: Services, { id }: ApiRow, options: SpecJobOptions): Promise<OwnWords> => {
  const description = await findDescription(services, id);
  if (description?.format === 'pdf') return { title: '', description: '' };
  const { bytes } = await loadDescription(services, description);
  const document = await readSpec(bytes, options);
  if (isRefusal(document)) throw new RefusedError(document);
  return document;
};
