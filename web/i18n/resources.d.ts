import 'i18next';
import type access from '#locales/en/access.json';
import type account from '#locales/en/account.json';
import type apis from '#locales/en/apis.json';
import type codegen from '#locales/en/codegen.json';
import type common from '#locales/en/common.json';
import type consumers from '#locales/en/consumers.json';
import type deployments from '#locales/en/deployments.json';
import type documentation from '#locales/en/documentation.json';
import type errors from '#locales/en/errors.json';
import type gateway from '#locales/en/gateway.json';
import type help from '#locales/en/help.json';
import type issues from '#locales/en/issues.json';
import type abilities from '#locales/en/lazy/abilities.json';
import type about from '#locales/en/lazy/about.json';
import type applications from '#locales/en/lazy/applications.json';
import type approvals from '#locales/en/lazy/approvals.json';
import type asOf from '#locales/en/lazy/as-of.json';
import type audit from '#locales/en/lazy/audit.json';
import type browserApps from '#locales/en/lazy/browser-apps.json';
import type businessAreas from '#locales/en/lazy/business-areas.json';
import type calling from '#locales/en/lazy/calling.json';
import type consumerList from '#locales/en/lazy/consumer-list.json';
import type copying from '#locales/en/lazy/copying.json';
import type counting from '#locales/en/lazy/counting.json';
import type desk from '#locales/en/lazy/desk.json';
import type drift from '#locales/en/lazy/drift.json';
import type editor from '#locales/en/lazy/editor.json';
import type moreErrors from '#locales/en/lazy/errors.json';
import type eventCategories from '#locales/en/lazy/event-categories.json';
import type eventSubscriptions from '#locales/en/lazy/event-subscriptions.json';
import type eventTopics from '#locales/en/lazy/event-topics.json';
import type faq from '#locales/en/lazy/faq.json';
import type foreignObjects from '#locales/en/lazy/foreign-objects.json';
import type guide from '#locales/en/lazy/guide.json';
import type history from '#locales/en/lazy/history.json';
import type inbox from '#locales/en/lazy/inbox.json';
import type keyUse from '#locales/en/lazy/key-use.json';
import type kongObjects from '#locales/en/lazy/kong-objects.json';
import type lint from '#locales/en/lazy/lint.json';
import type logAlarm from '#locales/en/lazy/log-alarm.json';
import type losing from '#locales/en/lazy/losing.json';
import type mails from '#locales/en/lazy/mails.json';
import type moving from '#locales/en/lazy/moving.json';
import type notices from '#locales/en/lazy/notices.json';
import type onboarding from '#locales/en/lazy/onboarding.json';
import type organizations from '#locales/en/lazy/organizations.json';
import type overview from '#locales/en/lazy/overview.json';
import type parked from '#locales/en/lazy/parked.json';
import type people from '#locales/en/lazy/people.json';
import type registrations from '#locales/en/lazy/registrations.json';
import type resources from '#locales/en/lazy/resources.json';
import type review from '#locales/en/lazy/review.json';
import type reviewRounds from '#locales/en/lazy/review-rounds.json';
import type setup from '#locales/en/lazy/setup.json';
import type takeOver from '#locales/en/lazy/take-over.json';
import type takeOvers from '#locales/en/lazy/take-overs.json';
import type terms from '#locales/en/lazy/terms.json';
import type topicMessages from '#locales/en/lazy/topic-messages.json';
import type traffic from '#locales/en/lazy/traffic.json';
import type undo from '#locales/en/lazy/undo.json';
import type versions from '#locales/en/lazy/versions.json';
import type welcome from '#locales/en/lazy/welcome.json';
import type whyNot from '#locales/en/lazy/why-not.json';
import type olderForm from '#locales/en/older-form.json';
import type apiOperations from '#locales/en/operations/api.json';
import type applicationOperations from '#locales/en/operations/application.json';
import type codeGenerationOperations from '#locales/en/operations/code-generation.json';
import type consumerOperations from '#locales/en/operations/consumer.json';
import type deploymentOperations from '#locales/en/operations/deployment.json';
import type differenceOperations from '#locales/en/operations/difference.json';
import type driftOperations from '#locales/en/operations/drift.json';
import type eventSubscriptionOperations from '#locales/en/operations/event-subscription.json';
import type eventTopicOperations from '#locales/en/operations/event-topic.json';
import type gatewayObjectOperations from '#locales/en/operations/gateway-object.json';
import type kafkaDifferenceOperations from '#locales/en/operations/kafka-difference.json';
import type keyLimitOperations from '#locales/en/operations/key-limit.json';
import type mailOperations from '#locales/en/operations/mail.json';
import type organizationOperations from '#locales/en/operations/organization.json';
import type reconciliationOperations from '#locales/en/operations/reconciliation.json';
import type suspensionOperations from '#locales/en/operations/suspension.json';
import type takeOverOperations from '#locales/en/operations/take-over.json';
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

/** The texts that the app starts with: the files of locales/en. */
type FirstTexts = {
  access: typeof access;
  account: typeof account;
  apis: typeof apis;
  codegen: typeof codegen;
  common: typeof common;
  consumers: typeof consumers;
  deployments: typeof deployments;
  documentation: typeof documentation;
  errors: typeof errors;
  gateway: typeof gateway;
  help: typeof help;
  issues: typeof issues;
  'older-form': typeof olderForm;
  operations: typeof operations;
  public: typeof publicTexts;
  requests: typeof requests;
  session: typeof session;
  settings: typeof settings;
  shell: typeof shell;
  tools: typeof tools;
  transformers: typeof transformers;
  'try-it': typeof tryIt;
  upload: typeof upload;
};

/** What each noun says of its operations: the files of locales/en/operations. They are loaded together. */
type OperationTexts = typeof apiOperations &
  typeof applicationOperations &
  typeof eventTopicOperations &
  typeof eventSubscriptionOperations &
  typeof codeGenerationOperations &
  typeof consumerOperations &
  typeof deploymentOperations &
  typeof differenceOperations &
  typeof kafkaDifferenceOperations &
  typeof driftOperations &
  typeof gatewayObjectOperations &
  typeof keyLimitOperations &
  typeof mailOperations &
  typeof organizationOperations &
  typeof reconciliationOperations &
  typeof suspensionOperations &
  typeof takeOverOperations;

/** The texts that are loaded with what shows them: the files of locales/en/lazy. */
export type LazyTexts = {
  approvals: typeof approvals;
  abilities: typeof abilities;
  'key-use': typeof keyUse;
  moving: typeof moving;
  about: typeof about;
  applications: typeof applications;
  'as-of': typeof asOf;
  'why-not': typeof whyNot;
  audit: typeof audit;
  'business-areas': typeof businessAreas;
  'review-rounds': typeof reviewRounds;
  'event-topics': typeof eventTopics;
  'event-subscriptions': typeof eventSubscriptions;
  'event-categories': typeof eventCategories;
  calling: typeof calling;
  'browser-apps': typeof browserApps;
  'consumer-list': typeof consumerList;
  'kong-objects': typeof kongObjects;
  desk: typeof desk;
  drift: typeof drift;
  copying: typeof copying;
  counting: typeof counting;
  editor: typeof editor;
  errors: typeof moreErrors;
  faq: typeof faq;
  'foreign-objects': typeof foreignObjects;
  guide: typeof guide;
  history: typeof history;
  inbox: typeof inbox;
  lint: typeof lint;
  losing: typeof losing;
  mails: typeof mails;
  notices: typeof notices;
  onboarding: typeof onboarding;
  operations: OperationTexts;
  organizations: typeof organizations;
  overview: typeof overview;
  'log-alarm': typeof logAlarm;
  parked: typeof parked;
  people: typeof people;
  registrations: typeof registrations;
  resources: typeof resources;
  review: typeof review;
  setup: typeof setup;
  'take-over': typeof takeOver;
  'take-overs': typeof takeOvers;
  terms: typeof terms;
  'topic-messages': typeof topicMessages;
  traffic: typeof traffic;
  undo: typeof undo;
  versions: typeof versions;
  welcome: typeof welcome;
};

/** Lets `t('…')` check its keys. One line for each file. */
export type Texts = FirstTexts & LazyTexts;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: Texts };
    returnNull: false;
  }
}
