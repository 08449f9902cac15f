import { AccountTools } from './account-tools.tsx';
import { Dock } from './dock.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Keepers } from './keepers.tsx';
import { sideMenu, topMenu } from './nav.ts';
import { OwnScreens } from './own-screens.tsx';
import { Setup } from './setup.tsx';
import { SideBar } from './side-bar.tsx';

/** The parts of the app that only people who are logged in see, with the table of their screens. */
export const parts = { AccountTools, Dock, FirstSteps, Keepers, OwnScreens, Setup, SideBar, sideMenu, topMenu };
