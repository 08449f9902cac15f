import { sweepCrashes } from '#test/world/crash-sweep.ts';

sweepCrashes('remove what was added by hand');
