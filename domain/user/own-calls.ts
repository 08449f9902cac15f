import { call } from '../core/call.ts';
import { mailChoices, mailChoicesBody } from '../mail/choices.ts';
import { acceptTermsBody, passwordPointer, userChanged } from './schema.ts';
import { settingsBody, userSettings } from './settings.ts';

export const saveSettings = call({
  method: 'put',
  path: '/api/user/settings',
  body: settingsBody,
  response: userChanged,
});

export const saveMailChoices = call({
  method: 'put',
  path: '/api/user/mails',
  body: mailChoicesBody,
  response: userChanged,
});

export const seeWelcome = call({
  method: 'post',
  path: '/api/user/first-login-seen',
  response: userChanged,
});

export const acceptTerms = call({
  method: 'post',
  path: '/api/user/accept-terms',
  body: acceptTermsBody,
  response: userChanged,
});

export const findPasswordPage = call({
  method: 'post',
  path: '/api/user/changepassword',
  response: passwordPointer,
});

export const downloadMyData = call({
  method: 'get',
  path: '/api/user/my-data',
});

export const getSettings = call({
  method: 'get',
  path: '/api/user/settings',
  response: userSettings,
});

export const getMailChoices = call({
  method: 'get',
  path: '/api/user/mails',
  response: mailChoices,
});
