import 'i18next';
import type about from './locales/en/about.json';
import type apis from './locales/en/apis.json';
import type common from './locales/en/common.json';
import type consumers from './locales/en/consumers.json';
import type deployments from './locales/en/deployments.json';
import type errors from './locales/en/errors.json';
import type operations from './locales/en/operations.json';
import type requests from './locales/en/requests.json';
import type shell from './locales/en/shell.json';
import type upload from './locales/en/upload.json';

/** Makes `t('…')` know its keys; one line a file of locales/en. */
export type Texts = {
  about: typeof about;
  apis: typeof apis;
  common: typeof common;
  consumers: typeof consumers;
  deployments: typeof deployments;
  errors: typeof errors;
  operations: typeof operations;
  requests: typeof requests;
  shell: typeof shell;
  upload: typeof upload;
};

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: Texts };
    returnNull: false;
  }
}
