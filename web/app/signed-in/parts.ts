import { AccountTools } from '../shell/account-tools.tsx';
import { Dock } from '../shell/dock.tsx';
import { Keepers } from '../shell/keepers.tsx';
import { sideMenu, topMenu } from '../shell/nav.ts';
import { SideBar } from '../shell/side-bar.tsx';
import { FirstSteps } from './first-steps.tsx';
import { OwnScreens } from './own-screens.tsx';
import { Setup } from './setup.tsx';

/** The parts of the app that only people who are logged in see, with the table of their screens. */
export const parts = { AccountTools, Dock, FirstSteps, Keepers, OwnScreens, Setup, SideBar, sideMenu, topMenu };
