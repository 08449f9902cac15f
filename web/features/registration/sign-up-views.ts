import type { FeatureViews } from '../../components/layout/screen.ts';

export const signUpViews: FeatureViews = {
  screens: {
    '/register': async () => (await import('./sign-up.tsx')).SignUp,
    '/registration-confirmation': async () => (await import('./confirmation.tsx')).Confirmation,
    '/registration-mail': async () => (await import('./mail-sent.tsx')).MailSent,
    '/confirm-registration': async () => (await import('./confirm-address.tsx')).ConfirmAddress,
  },
};
