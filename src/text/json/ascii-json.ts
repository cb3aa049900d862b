/** JSON in ASCII alone: for the value of a header, and for a database whose encoding lacks characters. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[^ -~]/g,
    (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
