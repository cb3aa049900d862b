import { ownerInLedger } from '../../derive/forms/owner-id.ts';
import { addressOfId } from '../../derive/forms/object-ids.ts';
import { toLive } from '../../derive/forms/read-form.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import { isMarked, isSameIdentity } from '../../ledger/rebuild.ts';
import type { ObjectKey, ReadApi } from '../../model/api.ts';
import { UserError } from '../../model/errors.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Spec } from '../../model/value.ts';
import type { Address } from '../../model/workspace/address.ts';
import { type ClaimContext, claimOn } from '../../plan/obstacles/claims.ts';
import { claimText } from '../../report/plan/words/owner-words.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { exitCodes } from '../../model/exit-codes.ts';

/** The object that a person says was created for an address. */
export interface NamedObject {
  readonly key: ObjectKey;
  readonly address: Address;
  /** The fields that identify it, as they were declared or sent. */
  readonly identity: Spec;
  /** The place of the statement, before the message: `routes.txt:3: `. */
  readonly at?: string;
}

export interface NamedObjectContext extends ClaimContext {
  readonly api: ReadApi;
  readonly ledger: LedgerState;
}

/**
 * Reads the live objects that a person names. Throws `UserError` 4 for one that does not exist, belongs to
 * another address or environment, or is something else: neither its marker nor its identity is that of the address.
 */
export async function readNamedObjects<Named extends NamedObject>(
  named: readonly Named[],
  context: NamedObjectContext,
): Promise<readonly (Named & { readonly live: Live })[]> {
  const twice = named.find(({ key }, index) => named.findIndex((other) => other.key.id === key.id) < index);
  if (twice !== undefined) throw refused(twice, `\`${twice.key.id}\` is given for two addresses`);
  return Promise.all(
    named.map(async (object) => ({ ...object, live: await readNamedObject(object, context) })),
  );
}

async function readNamedObject(named: NamedObject, context: NamedObjectContext): Promise<Live> {
  const { key, address, identity } = named;
  const { ledger, environment, api } = context;
  const { kind, id, edge_id } = key;
  const answer = await api.get(key);
  if (answer === undefined) {
    const edge = edge_id === undefined ? '' : ` of \`${edge_id}\``;
    throw refused(named, `the API has no ${kinds[kind].title}${edge} with the id \`${id}\``);
  }
  const live = { ...toLive(kind, answer), ...withoutUndefined({ edge_id }) };
  const other = addressOfId(ledger, id);
  if (other !== undefined) throw refused(named, `\`${id}\` is \`${other}\` already`);
  const claim = claimOn(context, live);
  if (claim !== undefined)
    throw refused(named, claimText(claim, live), 'nothing was changed; `from:` under `adopt:` takes it over');
  const owner = ownerInLedger({ ...ledger, environment: environment.name });
  if (!isMarked(live, { kind, address }, owner) && !isSameIdentity(live, { kind, spec: identity }))
    throw refused(
      named,
      `\`${id}\` (${identityText(kind, { edge_id, ...live.spec })}) is not \`${address}\``,
    );
  return live;
}

/** `edge_id: "edghts_1", match_type: "path_prefix", match: "/docs"`. */
export function identityText(kind: KindName, spec: Readonly<Record<string, unknown>>): string {
  return kinds[kind].identity.fields.map((name) => `${name}: ${JSON.stringify(spec[name])}`).join(', ');
}

function refused({ at = '' }: NamedObject, message: string, help = 'nothing was changed'): UserError {
  return new UserError(exitCodes.unsafe, `${at}${message}`, { help });
}
