import type { FeatureScreens } from '../../components/layout/screen.ts';
import { applicationScreens } from '../../features/application/screens.tsx';
import { businessAreaScreens } from '../../features/business-area/screens.tsx';
import { organizationScreens } from '../../features/organization/screens.tsx';
import { peopleScreens } from '../../features/people/screens.tsx';
import { registrationScreens } from '../../features/registration/screens.tsx';

/** The nouns that define their screens in their own folder, in the order of the side menu. */
export const features: readonly FeatureScreens[] = [
  organizationScreens,
  businessAreaScreens,
  peopleScreens,
  applicationScreens,
  registrationScreens,
];
