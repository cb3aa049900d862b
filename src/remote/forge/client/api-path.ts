/** A path with each value escaped: no value can add a segment or a query. */
export function apiPath(texts: TemplateStringsArray, ...values: readonly string[]): string {
  return texts.reduce((path, text, index) => path + encodeURIComponent(values[index - 1] ?? '') + text);
}
