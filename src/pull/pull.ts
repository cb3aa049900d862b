import { refOf } from '../derive/forms/object-ids.ts';
/**
 * Turns live objects into files: a new one gets a file, an entry under `adopt:` and a name; a declared one is edited in
 * place. Nothing is read or written here: files are drafts in memory, so that they can be shown, or compiled and
 * compared with the live state, before any of them is on disk.
 */
import { exemptProviders, withHiddenSecrets } from '../derive/secrets/answered-secrets.ts';
import { knownSecrets } from '../derive/secrets/known-secrets.ts';
import { kinds } from '../kinds/index.ts';
import type { Live } from '../model/live.ts';
import type { Secret } from '../model/secret.ts';
import { addSecrets, addToEnvironment, startDrafts } from './edit/drafts.ts';
import { fileEditor, fileUses, policyEdit } from './edit/file-editor.ts';
import { textFiles } from './edit/long-texts.ts';
import { withNames, writeNew } from './edit/write-new.ts';
import { idNames } from './names/id-names.ts';
import { secretNames, type SecretNames } from './names/secret-names.ts';
import {
  type KnownObject,
  type LeftOut,
  type PullRequest,
  type PullResult,
  type PullRun,
  type RefusedPull,
  type UndeclaredObject,
  writingOf,
} from './pull-run.ts';
import { take } from './values/take.ts';
import type { Findings, PolicyContext } from './values/next-policy.ts';
import { dotted } from '../text/dotted-path.ts';
import type { ManagedObject } from '../derive/secrets/managed-objects.ts';

export function pull(asked: PullRequest): PullResult {
  const request = withSecretsInPlace(asked);
  const { workspace, environment, tools, isTaken } = request;
  const secrets = namesOfSecrets(request);
  const { writable, refused } = refuseNew(request.undeclared, secrets);
  const named = withNames({ ...request, undeclared: writable }, secrets);
  const ids = idNames(environment.ids.values(), request.idNames);
  const files = textFiles(isTaken, tools.print);
  const run: PullRun = {
    ...request,
    drafts: startDrafts(tools),
    uses: fileUses(workspace),
    resources: [],
    refused: [...refused],
    adopt: new Map(),
    notes: [],
    ids,
    shared: { secrets, files },
  };
  for (const object of named) writeNew(run, object);
  for (const object of request.known) editKnown(run, object);
  addToEnvironment(run.drafts, environment, { ids: ids.fresh, adopt: run.adopt });
  addSecrets(run.drafts, workspace.settings, [...secrets.values.keys()].sort());
  for (const [path, text] of files.texts) run.drafts.write(path, undefined, text);
  return {
    resources: run.resources,
    refused: run.refused,
    files: run.drafts.changes(),
    adopted: [...run.adopt.keys()],
    secrets: secrets.values,
    ids: ids.fresh,
    notes: run.notes,
  };
}

function withSecretsInPlace(request: PullRequest): PullRequest {
  const exempt = exemptProviders(request.workspace.settings.lint);
  return {
    ...request,
    undeclared: request.undeclared.map((object) => ({
      ...object,
      live: withHiddenSecrets(object.live, exempt),
    })),
    known: request.known.map((object) => ({ ...object, live: withHiddenSecrets(object.live, exempt) })),
  };
}

function namesOfSecrets(request: PullRequest): SecretNames {
  const pulled = [...request.undeclared, ...request.known].map(({ live }): ManagedObject => ({
    live,
    written: [],
  }));
  const known = [...request.seen, ...pulled].flatMap(knownSecrets);
  return secretNames(request.workspace.settings.secrets.keys(), known, ours(request));
}

/** The values of the names in edgewright.yaml, as far as they are set. */
function ours({ workspace, secretOf }: PullRequest): ReadonlyMap<string, Secret> {
  const found = [...workspace.settings.secrets.keys()].map((name) => [name, secretOf(name)] as const);
  return new Map(found.flatMap(([name, secret]) => (secret === undefined ? [] : [[name, secret]])));
}

/**
 * Separates objects that can be written from those that cannot: a required field must be in the file, but its secret
 * would then be there as plain text.
 */
function refuseNew(
  undeclared: readonly UndeclaredObject[],
  secrets: Pick<SecretNames, 'isKnownIn'>,
): { readonly writable: readonly UndeclaredObject[]; readonly refused: readonly RefusedPull[] } {
  const checked = undeclared.map((object) => ({ object, fields: secretRequired(object.live, secrets) }));
  return {
    writable: checked.flatMap(({ object, fields }) => (fields.length === 0 ? [object] : [])),
    refused: checked.flatMap(({ object, fields }) =>
      fields.length === 0 ? [] : [{ shown: object.address ?? refOf(object.live), fields }],
    ),
  };
}

/** The required fields that contain a known secret. */
function secretRequired(
  { kind, spec }: Live,
  { isKnownIn }: Pick<SecretNames, 'isKnownIn'>,
): readonly string[] {
  return Object.entries(kinds[kind].fields).flatMap(([name, field]) => {
    const value = spec[name];
    const isHeld = field.required === true && typeof value === 'string' && isKnownIn(value);
    return isHeld ? [name] : [];
  });
}

/**
 * Edits the files of a declared resource to match the live object; leaves them alone if that would lose more than
 * allowed.
 */
function editKnown(run: PullRun, known: KnownObject): void {
  const { workspace, tools, shared, secretOf } = run;
  const { desired, live, adopts, mayReplace, fields } = known;
  const { address, name, document } = desired;
  const { source, index } = document;
  const leftOut: LeftOut = [];
  const found: Findings = { replaced: [], expressions: [], secrets: [] };
  const undo = [run.ids.mark(), shared.secrets.mark(), shared.files.mark()];
  const drafts = startDrafts(tools, run.drafts);
  const taking: PolicyContext = {
    ...writingOf(run, { live, name }, leftOut),
    secretOf,
    found,
    standing: 'own',
    isManaged: known.observed !== undefined,
    editFile: fileEditor({ workspace, uses: run.uses, drafts, files: shared.files, tools }, name),
    editPolicy: (text, other) => policyEdit(tools, text, other),
  };
  const taken = take(taking, known);
  const base = { address, live, file: source.path, leftOut, secrets: found.secrets };
  const unwritable = unwritableIn(leftOut, found);
  if (unwritable.length > 0 || (mayReplace === 'no' && found.replaced.length > 0)) {
    for (const revert of undo) revert();
    if (unwritable.length > 0) run.refused.push({ shown: address, fields: unwritable });
    else run.resources.push({ ...base, how: 'left-alone', fields: found.replaced });
    return;
  }
  drafts.edit({ ...source, index }, taken.document);
  const changes = drafts.changes();
  for (const { path, before, text } of changes) run.drafts.write(path, before, text);
  if (adopts === 'yes') run.adopt.set(address, refOf(live));
  run.notes.push(...taken.notes);
  run.resources.push({ ...base, how: changes.length === 0 ? 'same' : 'edited', fields });
}

/**
 * Paths whose declared value cannot be replaced by the live one in a file; removing them would declare something else.
 */
function unwritableIn(leftOut: LeftOut, { replaced }: Findings): readonly string[] {
  const paths = leftOut.filter(
    ({ path }) => typeof path.at(-1) === 'number' || replaced.includes(dotted(path)),
  );
  return paths.map(({ path }) => dotted(path));
}
