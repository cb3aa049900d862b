import { exitCodes, UserError } from '../../model/errors.ts';

/** The error of `--new-only` and `prune` without a baseline. */
export function noBaseline(file: string): UserError {
  return new UserError(exitCodes.usage, `there is no baseline \`${file}\``, {
    help: '`edgewright baseline create` makes it',
  });
}
