import { quoted } from '../../model/problem.ts';
import type { DocumentString } from '../../kinds/documents/document-field.ts';
import { startGlobs } from '../../domain/glob.ts';

interface WrongPattern {
  /** The predicate of a message about the pattern. */
  readonly what: string;
  readonly help?: string;
}

/** The mistake in a pattern of paths or addresses; undefined if it is valid. */
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

/**
 * Why no address can match a pattern. `!` is refused too, because each pattern of `safety.protect` is applied alone.
 */
function foreignTo(glob: string): string | undefined {
  const foreign = /[^a-z0-9/*?{},[\]-]/u.exec(glob)?.[0];
  if (foreign !== undefined) return `has a ${quoted(foreign)}, which is in no address`;
  return /\*\*(?!$|\/)|[^/*]\*\*/.test(glob) ? 'has a `**` beside other characters' : undefined;
}
