import { diskWords } from '../../../text/system/system-errors.ts';
import { UserError } from '../../../model/errors.ts';
import { exitCodes } from '../../../model/exit-codes.ts';

/** The error for a file that could not be written (exit code 74), by the name the user gave it. */
export function cannotWrite(file: string, error: unknown): UserError {
  return new UserError(exitCodes.disk, `cannot write \`${file}\`: ${diskWords(error)}`, { cause: error });
}
