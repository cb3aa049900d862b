import type { Diagnostic, Severity } from '../../../src/model/diagnostic.ts';
import type { Place, Range, Source } from '../../../src/model/document.ts';
import type { LintResult } from '../../../src/model/lint/lint-result.ts';
import type { Path } from '../../../src/model/value.ts';
import type { Edit } from '../../../src/model/fix.ts';

/** A place by its text: `path` and the first occurrence of `text` in it. */
export interface At {
  readonly path: string;
  readonly text: string;
}

/** Findings as a case writes them down. */
export interface FormatCase {
  readonly columns?: number;
  readonly folder?: string;
  readonly files: Readonly<Record<string, string>>;
  readonly secrets?: readonly At[];
  readonly suppressed?: number;
  readonly baselined?: number;
  readonly diagnostics: readonly {
    readonly rule: string;
    readonly severity: Severity;
    readonly message: string;
    readonly why?: string;
    readonly help?: string;
    readonly at: At;
    readonly label?: string;
    readonly related?: readonly (At & { readonly label: string })[];
    /** Without edits it takes out what it stands at. */
    readonly fix?: {
      readonly safety: 'safe' | 'unsafe';
      readonly title: string;
      readonly edits?: readonly (At & { readonly with: string })[];
    };
    readonly url?: string;
    readonly reference?: string;
    readonly address?: string;
    readonly pointer?: Path;
    readonly environments?: readonly string[];
  }[];
}

export function resultOf(one: FormatCase): LintResult {
  const sources = new Map(Object.entries(one.files).map(([path, text]) => [path, { path, text }]));
  const diagnostics = one.diagnostics.map((found) => diagnosticOf(found, sources));
  const sensitive = new Map<Source, Range[]>();
  for (const secret of one.secrets ?? []) {
    const place = placeOf(sources, secret);
    sensitive.set(place.source, [...(sensitive.get(place.source) ?? []), place]);
  }
  const count = (severity: Severity): number =>
    diagnostics.filter((found) => found.severity === severity).length;
  const fixes = (safety: string): number => diagnostics.filter(({ fix }) => fix?.safety === safety).length;
  return {
    diagnostics,
    suppressed: one.suppressed ?? 0,
    baselined: one.baselined ?? 0,
    counts: { error: count('error'), warn: count('warn'), info: count('info') },
    fixable: { safe: fixes('safe'), unsafe: fixes('unsafe') },
    files: sources.size,
    sensitive,
  };
}

function diagnosticOf(
  { at, related = [], fix, environments = [], pointer, ...rest }: FormatCase['diagnostics'][number],
  sources: ReadonlyMap<string, Source>,
): Diagnostic {
  const place = placeOf(sources, at);
  const edits: readonly Edit[] | undefined = fix?.edits?.map((edit) => ({
    ...placeOf(sources, edit),
    text: edit.with,
  }));
  return {
    ...rest,
    place,
    related: related.map(({ label, ...there }) => ({ place: placeOf(sources, there), label })),
    environments,
    ...(pointer === undefined ? {} : { path: pointer }),
    ...(fix === undefined ? {} : { fix: { ...fix, edits: edits ?? [{ ...place, text: '' }] } }),
  };
}

function placeOf(sources: ReadonlyMap<string, Source>, { path, text }: At): Place {
  const source = sources.get(path);
  const start = source?.text.indexOf(text) ?? -1;
  if (source === undefined || start === -1) throw new Error(`${text} does not stand in ${path}`);
  return { source, start, end: start + text.length };
}
