/** One string, or all strings that begin with it. */
export interface Pattern {
  readonly form: 'exact' | 'prefix';
  readonly text: string;
}

/** Whether the outer pattern matches every string that the inner one matches. */
export function patternCovers(outer: Pattern, inner: Pattern): boolean {
  if (outer.form === 'exact') return inner.form === 'exact' && inner.text === outer.text;
  return inner.text.startsWith(outer.text);
}

export function patternMatches(pattern: Pattern, text: string): boolean {
  return patternCovers(pattern, { form: 'exact', text });
}

export function patternKey({ form, text }: Pattern): string {
  return form === 'exact' ? `=${text}` : `^${text}`;
}
