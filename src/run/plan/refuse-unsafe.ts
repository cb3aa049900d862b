import { UserError } from '../../model/errors.ts';
import { exitCodes } from '../../model/exit-codes.ts';

/** Throws the message of a guard, if there is one. */
export function refuseUnsafe(unsafe: { readonly text: string; readonly help: string } | undefined): void {
  if (unsafe !== undefined) throw new UserError(exitCodes.unsafe, unsafe.text, { help: unsafe.help });
}
