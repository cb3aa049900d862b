/**
 * Live objects as files: what is new gets a file, an entry under `adopt:` and a name; what is written down already is
 * edited where it stands. Nothing is read or written here: files are drafts in memory, so that they can be shown, or
 * compiled to see that they mean what is live, before any of them is on disk.
 */
import { fieldAt } from '../derive/fields.ts';
import { keptSecret } from '../derive/kept.ts';
import { isCredentialHeader, secretIn } from '../derive/secret-patterns.ts';
import type { EditTools } from '../edit/edit-to.ts';
import type { KeptSpec } from '../model/ledger.ts';
import type { Live } from '../model/live.ts';
import { Secret, type SecretLookup } from '../model/secret.ts';
import type { Json, Path, Value } from '../model/value.ts';
import type { Address, Environment, Workspace } from '../model/workspace.ts';
import { startDrafts, type Drafts, type FileChange } from './drafts.ts';
import { addSecrets, addToEnvironment } from './environment-edit.ts';
import { fileEditor } from './file-editor.ts';
import { fileUses, type FileUses } from './file-uses.ts';
import { idNames } from './id-names.ts';
import { inNameOrder, nameOf } from './name-of.ts';
import { policyEdit } from './policy-edit.ts';
import { secretNames } from './secret-names.ts';
import { take, type Declared } from './take.ts';
import type { Findings, Taking } from './taking.ts';
import { textFiles } from './text-files.ts';
import type { Writing } from './writing.ts';
import { writtenSpec } from './written-spec.ts';

/** A live object that no file declares. */
export interface Undeclared {
  readonly live: Live;
  /** The address that the ledger, `adopt:` or the caller has for it. */
  readonly address?: Address | undefined;
  readonly adopts: 'yes' | 'known';
  /** What the ledger remembers that we sent: how its secrets were written. */
  readonly applied?: KeptSpec | undefined;
}

/** A live object that a file declares. */
export interface Known extends Declared {
  readonly adopts: 'yes' | 'known';
  /** Whether what the files say may go, where live says something else. */
  readonly mayReplace: 'yes' | 'no';
}

export interface PullRequest {
  readonly undeclared: readonly Undeclared[];
  readonly known: readonly Known[];
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly secretOf: SecretLookup;
  readonly tools: EditTools;
  /** Whether there is a file. */
  readonly isTaken: (path: string) => boolean;
}

/** What became of one resource. */
export interface PulledResource {
  readonly address: Address;
  readonly live: Live;
  readonly file: string;
  readonly how: 'written' | 'edited' | 'same' | 'left-alone';
  /** The fields that were taken; of one that is left alone, the values that would be lost. */
  readonly fields: readonly string[];
  /** The fields that could not be written. */
  readonly leftOut: readonly { readonly path: Path; readonly why: string }[];
  /** Secrets that live has another value of. */
  readonly secrets: Findings['secrets'];
}

export interface Pulled {
  readonly resources: readonly PulledResource[];
  readonly files: readonly FileChange[];
  readonly adopted: readonly Address[];
  /** New secrets by name; undefined where the service masks the value. */
  readonly secrets: ReadonlyMap<string, Secret | undefined>;
  /** New names in `ids:`. */
  readonly ids: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}

interface Run extends PullRequest {
  readonly drafts: Drafts;
  readonly uses: FileUses;
  readonly resources: PulledResource[];
  readonly adopt: Map<Address, string>;
  readonly notes: string[];
  readonly shared: Pick<Writing, 'idName' | 'secrets' | 'files'>;
}

export function pull(request: PullRequest): Pulled {
  const { workspace, environment, tools, isTaken } = request;
  const named = withNames(request);
  const ids = idNames(environment.ids.values(), named);
  const secrets = secretNames(
    workspace.settings.secrets.keys(),
    [...named, ...request.known].flatMap(({ live }) => secretsIn(live)),
    ours(request),
  );
  const files = textFiles(isTaken, tools.print);
  const run: Run = {
    ...request,
    drafts: startDrafts(tools),
    uses: fileUses(workspace),
    resources: [],
    adopt: new Map(),
    notes: [],
    shared: { idName: ids.nameOf, secrets, files },
  };
  for (const one of named) writeNew(run, one);
  for (const one of request.known) editKnown(run, one);
  addToEnvironment(run.drafts, environment, { ids: ids.fresh, adopt: run.adopt });
  addSecrets(run.drafts, workspace.settings, [...secrets.values.keys()].sort());
  for (const [path, text] of files.texts) run.drafts.write(path, undefined, text);
  return {
    resources: run.resources,
    files: run.drafts.changes(),
    adopted: [...run.adopt.keys()],
    secrets: secrets.values,
    ids: ids.fresh,
    notes: run.notes,
  };
}

/** What the names in edgewright.yaml stand for, as far as it can be found here. */
function ours({ workspace, secretOf }: PullRequest): ReadonlyMap<string, Secret> {
  const found = [...workspace.settings.secrets.keys()].map((name) => [name, secretOf(name)] as const);
  return new Map(found.flatMap(([name, secret]) => (secret === undefined ? [] : [[name, secret]])));
}

interface Named extends Undeclared {
  readonly name: string;
}

function withNames({ undeclared, workspace }: PullRequest): readonly Named[] {
  const given = undeclared.flatMap(({ address }) => address ?? []);
  const taken = new Set<Address>([...workspace.resources.map(({ address }) => address), ...given]);
  const byId = new Map(undeclared.map((one) => [one.live.id, one]));
  return inNameOrder(undeclared.map(({ live }) => live)).flatMap((live): Named[] => {
    const one = byId.get(live.id);
    if (one === undefined) return [];
    const name = one.address?.slice(live.kind.length + 1) ?? nameOf(live, taken);
    return [{ ...one, name }];
  });
}

function writeNew(run: Run, { live, name, adopts, applied }: Named): void {
  const { workspace, environment, tools, drafts } = run;
  const address: Address = `${live.kind}/${name}`;
  const file = `resources/${live.kind}/${name}.yaml`;
  const leftOut: PulledResource['leftOut'][number][] = [];
  const spec = writtenSpec(writingOf(run, live, name, leftOut, applied), live.spec);
  const isOnly = workspace.environments.size === 1;
  const document: Json = {
    kind: live.kind,
    name,
    ...(isOnly ? {} : { environments: [environment.name] }),
    spec,
  };
  drafts.write(file, undefined, tools.print(document));
  if (adopts === 'yes') run.adopt.set(address, idsOf(live));
  run.resources.push({
    address,
    live,
    file,
    how: 'written',
    fields: Object.keys(spec),
    leftOut,
    secrets: [],
  });
}

function editKnown(run: Run, known: Known): void {
  const { workspace, tools, shared, secretOf } = run;
  const { desired, live, adopts, mayReplace, fields } = known;
  const { address, name, document } = desired;
  const { source, index } = document.document;
  const leftOut: PulledResource['leftOut'][number][] = [];
  const found: Findings = { replaced: [], expressions: [], secrets: [] };
  const undo = [shared.secrets.mark(), shared.files.mark()];
  const drafts = startDrafts(tools, run.drafts);
  const taking: Taking = {
    ...writingOf(run, live, name, leftOut),
    secretOf,
    found,
    standing: 'own',
    isManaged: known.observed !== undefined,
    editFile: fileEditor({ workspace, uses: run.uses, drafts, files: shared.files, tools }, name),
    editPolicy: (text, other) => policyEdit(tools, text, other),
  };
  const taken = take(taking, known);
  const base = { address, live, file: source.path, leftOut, secrets: found.secrets };
  if (mayReplace === 'no' && found.replaced.length > 0) {
    for (const each of undo) each();
    run.resources.push({ ...base, how: 'left-alone', fields: found.replaced });
    return;
  }
  drafts.edit({ ...source, index }, taken.document);
  const changes = drafts.changes();
  for (const { path, before, text } of changes) run.drafts.write(path, before, text);
  if (adopts === 'yes') run.adopt.set(address, idsOf(live));
  run.notes.push(...taken.notes);
  run.resources.push({ ...base, how: changes.length === 0 ? 'same' : 'edited', fields });
}

function writingOf(
  { shared }: Run,
  live: Live,
  name: string,
  leftOut: PulledResource['leftOut'][number][],
  applied?: KeptSpec,
): Writing {
  return {
    ...shared,
    kind: live.kind,
    name,
    templateAt: (path) => keptSecret(keptAt(applied, path))?.template,
    leaveOut: (path, why) => void leftOut.push({ path, why }),
  };
}

function keptAt(kept: Json | undefined, path: Path): Json | undefined {
  let value = kept;
  for (const step of path)
    value =
      typeof value === 'object' && value !== null
        ? (value as Readonly<Record<string | number, Json>>)[step]
        : undefined;
  return value;
}

/** What stands behind `adopt:`: an id, or edge_id/route_id. */
export function idsOf({ id, edge_id }: Live): string {
  return edge_id === undefined ? id : `${edge_id}/${id}`;
}

/** The values that are secret because of where they stand. */
function secretsIn({ kind, spec }: Live): readonly Secret[] {
  const found: Secret[] = [];
  const look = (value: Value, path: Path): void => {
    if (value instanceof Secret) {
      const isHeader = isCredentialHeader(String(path.at(-1)));
      const field = fieldAt(kind, path);
      if (field?.type === 'string' && field.secret === true) found.push(value);
      // Of a header only the part that is a secret, where that can be told: the scheme before it is none.
      else if (isHeader) {
        const text = value.reveal();
        const { start, end } = secretIn(text) ?? { start: 0, end: text.length };
        found.push(new Secret(text.slice(start, end)));
      }
    } else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) look(item as Value, [...path, key]);
  };
  for (const [key, value] of Object.entries(spec)) look(value, [key]);
  return found;
}
