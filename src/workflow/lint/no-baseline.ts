import { exitCodes, UserError } from '../../model/errors.ts';

/** What `--new-only` and `prune` say where there is none. */
export function noBaseline(file: string): UserError {
  return new UserError(exitCodes.usage, `there is no baseline \`${file}\``, {
    help: '`edgewright baseline create` makes it',
  });
}
