import { sweepCrashes } from '#test/crash-sweep.ts';

sweepCrashes('delete-application');
