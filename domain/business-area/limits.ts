/** Characters. */
export const businessAreaNameLimit = 200;
export const businessAreaDescriptionLimit = 1000;
