import { BookOpen, Compass } from 'lucide-react';
import type { FeatureScreens, Icon } from '../../components/layout/screen.ts';
import { aboutScreens } from '../../features/about/screens.ts';
import { publicScreens } from '../../features/public/screens.ts';
import { signUpScreens } from '../../features/registration/sign-up-screens.ts';
import { sessionScreens } from '../../features/session/screens.ts';
import type { TextKey } from '../../i18n/text-key.ts';
import { screensOf } from './screens-of.ts';

/** The features that need no login. Everybody loads their rows first. */
export const publicFeatures: readonly FeatureScreens[] = [publicScreens, aboutScreens, sessionScreens, signUpScreens];

/** The screens that need no login. */
export const openScreens = screensOf(publicFeatures);

/** Menu entries of the public pages, for people who are not logged in. */
export const publicNav: readonly { path: string; label: TextKey; icon: Icon }[] = [
  { path: '/features', label: 'public.nav-guide', icon: Compass },
  { path: '/about', label: 'shell.nav-about', icon: BookOpen },
];
