import { kinds } from '../../../kinds/index.ts';
import type { RollbackKept, RollbackLoss } from '../../../model/facts/rollback.ts';
import { named, say, type Words } from './say.ts';

/** A part of a run that cannot be undone, listed behind `Cannot be undone:`. */
export function rollbackLossText(loss: RollbackLoss): string {
  return say(losses, loss);
}

const losses: Words<RollbackLoss> = {
  'cannot-delete': ({ address, kind }) => `${address} (the API cannot delete ${kinds[kind].title}s)`,
  'new-id': ({ address, id }) => `${address} (created again with an id other than ${id ?? 'its own'})`,
  gone: ({ address }) => `${address} (no longer exists; it is not created again)`,
  'modules-stay': ({ address, modules }) =>
    `${address}: ${named(modules)} (the API cannot remove a module; it can only be disabled)`,
  'secrets-unknown': ({ address, fields }) =>
    `${address}: ${named(fields)} (the old secret values are unknown; the current ones are sent)`,
  'never-declared': ({ address, fields }) => `${address}: ${named(fields)} (never declared, so not restored)`,
};

/** A part of a run that a rollback keeps, on one line without a final period. */
export function rollbackKeptText(kept: RollbackKept): string {
  return say(keptWords, kept);
}

const keptWords: Words<RollbackKept> = {
  replaced: ({ address, run }) =>
    `\`${address}\` is kept: the object that run ${run} replaced no longer existed`,
  'other-object': ({ address, run }) =>
    `\`${address}\` is kept: it is not the object that run ${run} created`,
  'no-longer-managed': ({ address, run }) => `\`${address}\` is kept: no longer managed since run ${run}`,
  'not-in-ledger': ({ address, run }) => `\`${address}\` is kept: not in the ledger since run ${run}`,
  'name-given-away': ({ address, run }) =>
    `\`${address}\` is kept: a different object has had its name since run ${run}`,
  'created-again': ({ address, run }) => `\`${address}\` is kept: created again since run ${run}`,
  'secret-field': ({ address, field }) =>
    `\`${field}\` of \`${address}\` is kept: it had a secret that Edgewright never sent`,
  'secret-lost': ({ address, field }) =>
    `\`${field}\` of \`${address}\` is restored without its secret, which Edgewright never sent`,
  'not-managed-again': ({ address, id }) =>
    `\`${id}\` is not managed again: \`${address}\` is a different object now`,
  'renamed-again': ({ address, run }) => `\`${address}\` keeps its name: renamed again since run ${run}`,
  'name-taken': ({ address, other }) =>
    `\`${address}\` keeps its name: \`${other}\` is a different object now`,
};
