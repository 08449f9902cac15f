import { specText } from './bff-seed.ts';

/** `POST /api/swagger/import` of a small API for an application. */
export const importForm = (applicationId: number): FormData => {
  const form = new FormData();
  form.set('bizappId', String(applicationId));
  form.set('jsonFile', new File([specText('Matrix')], 'spec.json'));
  return form;
};
