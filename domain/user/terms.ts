/**
 * The version of the terms and conditions of use that are shown now. Whoever has accepted another one is asked again;
 * raise it together with the text, which is the web app's.
 */
export const termsVersion = '2026-01-01';
