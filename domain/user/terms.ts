/**
 * The current version of the terms and conditions of use. People who accepted another version are asked again. Raise it
 * together with the text, which is in the web app.
 */
export const termsVersion = '2026-01-01';
