import { dotted } from '../../text/pointer.ts';
import type { SecretLookup } from '../../model/secret.ts';
import type { Json, Path } from '../../model/value.ts';
import type { TextFolder } from '../edit/text-files.ts';
import type { Writing } from '../edit/writing.ts';
import { escapedExpressions } from './written-spec.ts';

/** Whether a value belongs to this resource alone, or other resources or environments share it. */
export type Standing = 'own' | 'shared';

/** The context for pulling a live value, and the findings of doing so. */
export interface Taking extends Writing {
  readonly secretOf: SecretLookup;
  /** Edits the file of a `$(file:…)`; returns the file with the text from now on, undefined if no file can hold it. */
  readonly editFile: (edit: FileEdit) => string | undefined;
  /** A policy text with the meaning of the live one that keeps the comments of `text`. */
  readonly editPolicy: (text: string, live: string) => string;
  readonly standing: Standing;
  /** Whether the ledger has the resource: a declared number that is now 0 was then set to 0. */
  readonly isManaged: boolean;
  readonly found: Findings;
}

export interface FileEdit {
  readonly file: string;
  readonly text: string;
  readonly folder: TextFolder;
  readonly standing: Standing;
}

export interface Findings {
  /** Paths of declared values that are replaced, and so lost. */
  readonly replaced: string[];
  /** Expressions with variables that were replaced. */
  readonly expressions: string[];
  /** Secrets whose live value differs or cannot be compared. */
  readonly secrets: { readonly path: string; readonly names: readonly string[] }[];
}

/** Records that a declared value is replaced, with the variables in it. */
export function noteReplaced({ found }: Taking, path: Path, raw: Json): void {
  found.replaced.push(dotted(path));
  for (const [, escape, expression = ''] of JSON.stringify(raw).matchAll(/(\$?)(\$\([A-Za-z][\w-]*\))/g))
    if (escape === '') found.expressions.push(expression);
}

interface FileSides {
  readonly file: string;
  readonly folder: TextFolder;
  readonly raw: Json;
  readonly live: string;
}

/** Writes the text to the included file, or to a new one if others include that file. */
export function replacedFile(taking: Taking, { file, folder, raw, live }: FileSides, path: Path): Json {
  noteReplaced(taking, path, raw);
  const next = taking.editFile({ file, folder, text: live, standing: taking.standing });
  return next === undefined ? escapedExpressions(live) : `$(file:${next})`;
}
