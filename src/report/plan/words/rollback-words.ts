import { kinds } from '../../../kinds/index.ts';
import type { RollbackKept, RollbackLoss } from '../../../model/facts/rollback.ts';
import { groupBy } from '../../../text/lists/group-by.ts';
import { say, type Words } from './say.ts';
import { named } from '../../../text/words/list-words.ts';

/** Resources that are named on one line. */
const mostNamed = 3;

/**
 * The parts of a run that cannot be undone, listed behind `Cannot be undone:`: one line for each kind of loss and of
 * resource, however many there are.
 */
export function rollbackLossTexts(lost: readonly RollbackLoss[]): readonly string[] {
  const alike = groupBy(lost, ({ code, address }) => `${code} ${address.slice(0, address.indexOf('/'))}`);
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const addresses = [...new Set(group.map(({ address }) => address))];
    const rest = addresses.length - mostNamed;
    const who = [addresses.slice(0, mostNamed).join(', '), ...(rest > 0 ? [`and ${rest} more`] : [])].join(
      ' ',
    );
    return [say(losses, first, { who, group })];
  });
}

/** The named resources of a loss, and the losses that are said with it. */
interface LossGroup {
  readonly who: string;
  readonly group: readonly RollbackLoss[];
}

const losses: Words<RollbackLoss, [LossGroup]> = {
  'cannot-delete': ({ kind }, { who }) => `${who} (the API cannot delete ${kinds[kind].title}s)`,
  'new-id': ({ id }, { who, group }) =>
    `${who} (created again with ${group.length > 1 ? 'other ids' : `an id other than ${id ?? 'its own'}`})`,
  gone: (_loss, { who, group }) =>
    group.length > 1
      ? `${who} (no longer exist; they are not created again)`
      : `${who} (no longer exists; it is not created again)`,
  'modules-stay': (_loss, of) =>
    `${of.who}: ${fieldsOf(of)} (the API cannot remove a module; it can only be disabled)`,
  'secrets-unknown': (_loss, of) =>
    `${of.who}: ${fieldsOf(of)} (the old secret values are unknown; the current ones are sent)`,
  'never-declared': (_loss, of) => `${of.who}: ${fieldsOf(of)} (never declared, so not restored)`,
};

/** The modules or fields of all losses of a group, each once. */
function fieldsOf({ group }: LossGroup): string {
  const all = group.flatMap((loss) =>
    'modules' in loss ? loss.modules : 'fields' in loss ? loss.fields : [],
  );
  const fields = [...new Set(all)];
  return named(fields.slice(0, 2 * mostNamed), Math.max(0, fields.length - 2 * mostNamed));
}

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
