import type { SecretString } from '../../derive/secrets/policy-secrets.ts';
import type { ReferenceTarget } from '../../kinds/references.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Path } from '../../model/value.ts';
import type { SecretNames } from '../names/secret-names.ts';
import type { TextFiles } from './long-texts.ts';

export interface WriteContext {
  readonly kind: KindName;
  readonly name: string;
  readonly idName: (target: ReferenceTarget, id: string) => string | undefined;
  readonly secrets: SecretNames;
  /** In a policy: its strings that have a secret by their place. */
  readonly policySecrets?: ReadonlyMap<string, SecretString>;
  readonly files: TextFiles;
  /** The template of the secret at a path, if the ledger has it. */
  readonly templateAt: (path: Path) => string | undefined;
  /** Records a value that cannot be written. */
  readonly leaveOut: (path: Path, why: string) => void;
}
