import { quoted } from '../../model/problem.ts';
import type { DocumentString } from '../../kinds/documents/document-field.ts';
import { startGlobs } from '../../domain/glob.ts';

interface WrongPattern {
  /** The end of the sentence that says what is wrong. */
  readonly what: string;
  readonly help?: string;
}

/** What is wrong with a pattern of paths, or of addresses. */
export function wrongPattern(
  of: NonNullable<DocumentString['glob']>,
  pattern: string,
): WrongPattern | undefined {
  const foreign = of === 'files' ? undefined : foreignTo(pattern);
  const what = foreign ?? startGlobs([pattern]).problems.get(0);
  if (what === undefined) return undefined;
  return of === 'files'
    ? { what }
    : { what, help: '`*` stands for any characters of a name, `?` for one, `{a,b}` for `a` or `b`' };
}

/** What fits no address; `!` neither: each pattern of `safety.protect` is read alone. */
function foreignTo(glob: string): string | undefined {
  const foreign = /[^a-z0-9/*?{},[\]-]/u.exec(glob)?.[0];
  if (foreign !== undefined) return `has a ${quoted(foreign)}, which is in no address`;
  return /\*\*(?!$|\/)|[^/*]\*\*/.test(glob) ? 'has a `**` beside other characters' : undefined;
}
