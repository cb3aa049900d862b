import { quoted } from '../../model/problem.ts';
import type { DocumentString } from '../../kinds/documents/document-field.ts';
import { startGlobs } from './glob.ts';

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
  const what = of === 'files' ? startGlobs([pattern]).problems.get(0) : foreignTo(pattern);
  if (what === undefined) return undefined;
  return of === 'files'
    ? { what }
    : { what, help: '`*` stands for any characters but `/`, `**` for any, `?` for one' };
}

/** Addresses have no braces and no brackets. */
function foreignTo(glob: string): string | undefined {
  if (glob === '') return 'is empty';
  const foreign = /[^a-z0-9/*?-]/u.exec(glob)?.[0];
  return foreign === undefined ? undefined : `has a ${quoted(foreign)}, which is in no address`;
}
