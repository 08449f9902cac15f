/** How the names of organizations and people begin that the sweep adds. */
export const ofSweep = 'chaos ';
