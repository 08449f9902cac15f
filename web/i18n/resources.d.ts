import 'i18next';
import type about from '#locales/en/about.json';
import type access from '#locales/en/access.json';
import type account from '#locales/en/account.json';
import type apis from '#locales/en/apis.json';
import type applications from '#locales/en/applications.json';
import type businessAreas from '#locales/en/business-areas.json';
import type codegen from '#locales/en/codegen.json';
import type common from '#locales/en/common.json';
import type consumers from '#locales/en/consumers.json';
import type deployments from '#locales/en/deployments.json';
import type documentation from '#locales/en/documentation.json';
import type errors from '#locales/en/errors.json';
import type gateway from '#locales/en/gateway.json';
import type help from '#locales/en/help.json';
import type issues from '#locales/en/issues.json';
import type editor from '#locales/en/lazy/editor.json';
import type faq from '#locales/en/lazy/faq.json';
import type guide from '#locales/en/lazy/guide.json';
import type history from '#locales/en/lazy/history.json';
import type lint from '#locales/en/lazy/lint.json';
import type notices from '#locales/en/lazy/notices.json';
import type onboarding from '#locales/en/lazy/onboarding.json';
import type overview from '#locales/en/lazy/overview.json';
import type registrations from '#locales/en/lazy/registrations.json';
import type setup from '#locales/en/lazy/setup.json';
import type terms from '#locales/en/lazy/terms.json';
import type versions from '#locales/en/lazy/versions.json';
import type welcome from '#locales/en/lazy/welcome.json';
import type operations from '#locales/en/operations.json';
import type publicTexts from '#locales/en/public.json';
import type requests from '#locales/en/requests.json';
import type session from '#locales/en/session.json';
import type settings from '#locales/en/settings.json';
import type shell from '#locales/en/shell.json';
import type tools from '#locales/en/tools.json';
import type transformers from '#locales/en/transformers.json';
import type tryIt from '#locales/en/try-it.json';
import type upload from '#locales/en/upload.json';

/** Lets `t('…')` check its keys. One line for each file of locales/en. */
export type Texts = {
  about: typeof about;
  access: typeof access;
  account: typeof account;
  apis: typeof apis;
  applications: typeof applications;
  'business-areas': typeof businessAreas;
  codegen: typeof codegen;
  common: typeof common;
  consumers: typeof consumers;
  deployments: typeof deployments;
  documentation: typeof documentation;
  editor: typeof editor;
  errors: typeof errors;
  faq: typeof faq;
  gateway: typeof gateway;
  guide: typeof guide;
  help: typeof help;
  history: typeof history;
  issues: typeof issues;
  lint: typeof lint;
  notices: typeof notices;
  onboarding: typeof onboarding;
  operations: typeof operations;
  overview: typeof overview;
  public: typeof publicTexts;
  registrations: typeof registrations;
  requests: typeof requests;
  session: typeof session;
  settings: typeof settings;
  setup: typeof setup;
  shell: typeof shell;
  terms: typeof terms;
  transformers: typeof transformers;
  tools: typeof tools;
  'try-it': typeof tryIt;
  upload: typeof upload;
  versions: typeof versions;
  welcome: typeof welcome;
};

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: Texts };
    returnNull: false;
  }
}
