export const Upload = () => null;
