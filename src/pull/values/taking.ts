import { dotted } from '../../text/pointer.ts';
import type { SecretLookup } from '../../model/secret.ts';
import type { Json, Path } from '../../model/value.ts';
import type { TextFolder } from '../edit/text-files.ts';
import type { Writing } from '../edit/writing.ts';
import { escapedExpressions } from './written-spec.ts';

/** Where a value stands: in the resource itself, or where other resources or environments have it from, too. */
export type Standing = 'own' | 'shared';

/** What is needed to take a live value over, and what is found on the way. */
export interface Taking extends Writing {
  readonly secretOf: SecretLookup;
  /** Edits the file behind `$(file:…)`; gives the file that holds the text from now on, undefined where none can. */
  readonly editFile: (edit: FileEdit) => string | undefined;
  /** A text of a policy that says what another one means, with the comments of the first. */
  readonly editPolicy: (text: string, live: string) => string;
  readonly standing: Standing;
  /** Whether the ledger knows it: a number that was written and is 0 now was set to it. */
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
  /** The values that were written and are no more: what a reader would lose. */
  readonly replaced: string[];
  /** The expressions with variables that gave way. */
  readonly expressions: string[];
  /** Secrets that live has another value of, or that cannot be compared. */
  readonly secrets: { readonly path: string; readonly names: readonly string[] }[];
}

/** Takes down that a value which was written is no more, and the variables in it. */
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

/** The text goes to the file that the value is in, or to one of its own where others use that file. */
export function replacedFile(taking: Taking, { file, folder, raw, live }: FileSides, path: Path): Json {
  noteReplaced(taking, path, raw);
  const next = taking.editFile({ file, folder, text: live, standing: taking.standing });
  return next === undefined ? escapedExpressions(live) : `$(file:${next})`;
}
