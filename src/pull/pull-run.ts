import { valueAtAnyCase } from '../derive/forms/tree.ts';
import { ledgerSecret } from '../derive/forms/ledger-form.ts';
import type { ManagedObject } from '../derive/secrets/managed-objects.ts';
import type { EditTools } from '../edit/edit-to.ts';
import type { LedgerSpec } from '../model/ledger/ledger.ts';
import type { Live } from '../model/live.ts';
import type { Secret, SecretLookup } from '../model/secret.ts';
import type { Path } from '../model/value.ts';
import type { Workspace } from '../model/workspace/workspace.ts';
import type { Drafts, FileChange } from './edit/drafts.ts';
import type { FileUses } from './edit/file-editor.ts';
import type { WriteContext } from './edit/write-context.ts';
import type { IdNames } from './names/id-names.ts';
import type { Findings } from './values/next-policy.ts';
import type { DeclaredObject } from './values/take.ts';
import type { Address } from '../model/workspace/address.ts';
import type { Environment } from '../model/workspace/environment.ts';

/** A live object that no file declares. */
export interface UndeclaredObject {
  readonly live: Live;
  /** The address from the ledger, `adopt:` or the caller. */
  readonly address?: Address | undefined;
  readonly adopts: 'yes' | 'known';
  /** The fields we applied, according to the ledger: they show how its secrets were written. */
  readonly applied?: LedgerSpec | undefined;
}

export interface KnownObject extends DeclaredObject {
  readonly adopts: 'yes' | 'known';
  /** Whether declared values may be replaced where the live ones differ. */
  readonly mayReplace: 'yes' | 'no';
}

export interface PullRequest {
  readonly undeclared: readonly UndeclaredObject[];
  readonly known: readonly KnownObject[];
  /** All live objects that were read: a secret of one object may occur in another. */
  readonly seen: readonly ManagedObject[];
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly secretOf: SecretLookup;
  readonly tools: EditTools;
  /** Names of objects that the API cannot create, by id, as far as a state of Terraform has them. */
  readonly idNames?: ReadonlyMap<string, string> | undefined;
  /** Whether the file exists. */
  readonly isTaken: (path: string) => boolean;
}

export interface PulledResource {
  readonly address: Address;
  readonly live: Live;
  readonly file: string;
  readonly how: 'written' | 'edited' | 'same' | 'left-alone';
  /** The pulled fields; for a resource left alone, the values that would be lost. */
  readonly fields: readonly string[];
  /** The fields that could not be written. */
  readonly leftOut: readonly { readonly path: Path; readonly why: string }[];
  /** Secrets whose live value differs. */
  readonly secrets: Findings['secrets'];
}

/** An object that cannot be declared with its live meaning. */
export interface RefusedPull {
  /** Its address, or its ids if it has none. */
  readonly shown: string;
  /** The fields with values that no file may have. */
  readonly fields: readonly string[];
  /** The lint finding for its file, if that is the reason. */
  readonly finding?: string;
}

export interface PullResult {
  readonly resources: readonly PulledResource[];
  readonly refused: readonly RefusedPull[];
  readonly files: readonly FileChange[];
  readonly adopted: readonly Address[];
  /** New secrets by name; undefined if the service masks the value. */
  readonly secrets: ReadonlyMap<string, Secret | undefined>;
  /** New names in `ids:`. */
  readonly ids: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}

/** The shared state of one pull, including its results. */
export interface PullRun extends Pick<PullRequest, 'workspace' | 'environment' | 'secretOf' | 'tools'> {
  readonly drafts: Drafts;
  readonly uses: FileUses;
  readonly resources: PulledResource[];
  readonly refused: RefusedPull[];
  readonly adopt: Map<Address, string>;
  readonly notes: string[];
  readonly ids: IdNames;
  readonly shared: Pick<WriteContext, 'secrets' | 'files'>;
}

export type LeftOut = PulledResource['leftOut'][number][];

/** A live object, and the name that it gets in the files. */
interface WrittenObject {
  readonly live: Live;
  readonly name: string;
  readonly applied?: LedgerSpec | undefined;
}

export function writingOf(
  { ids, shared }: PullRun,
  { live, name, applied }: WrittenObject,
  leftOut: LeftOut,
): WriteContext {
  return {
    ...shared,
    kind: live.kind,
    name,
    idName: (target, id) => ids.nameOf(target, id, name),
    templateAt: (path) => ledgerSecret(valueAtAnyCase(applied, path))?.template,
    leaveOut: (path, why) => void leftOut.push({ path, why }),
  };
}
