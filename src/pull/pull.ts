/**
 * Turns live objects into files: a new one gets a file, an entry under `adopt:` and a name; a declared one is edited in
 * place. Nothing is read or written here: files are drafts in memory, so that they can be shown, or compiled and
 * compared with the live state, before any of them is on disk.
 */
import { withHiddenSecrets } from '../derive/secrets/hidden-secrets.ts';
import { exemptProviders } from '../derive/secrets/providers-without-secret.ts';
import type { Secret } from '../model/secret.ts';
import { startDrafts } from './edit/drafts.ts';
import { editKnown } from './edit/edit-known.ts';
import { addSecrets, addToEnvironment } from './edit/environment-edit.ts';
import { fileUses } from './edit/file-uses.ts';
import { idNames } from './names/id-names.ts';
import { knownSecrets, type Managed } from '../derive/secrets/known-secrets.ts';
import type { Pulled } from './pulled.ts';
import { refuseNew } from './refuse-new.ts';
import type { PullRequest } from './request.ts';
import type { PullRun } from './run.ts';
import { secretNames, type SecretNames } from './names/secret-names.ts';
import { textFiles } from './edit/text-files.ts';
import { withNames, writeNew } from './edit/write-new.ts';

export function pull(asked: PullRequest): Pulled {
  const request = withSecretsInPlace(asked);
  const { workspace, environment, tools, isTaken } = request;
  const secrets = namesOfSecrets(request);
  const { writable, refused } = refuseNew(request.undeclared, secrets);
  const named = withNames({ ...request, undeclared: writable }, secrets);
  const ids = idNames(environment.ids.values());
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
  for (const one of named) writeNew(run, one);
  for (const one of request.known) editKnown(run, one);
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
    undeclared: request.undeclared.map((one) => ({ ...one, live: withHiddenSecrets(one.live, exempt) })),
    known: request.known.map((one) => ({ ...one, live: withHiddenSecrets(one.live, exempt) })),
  };
}

function namesOfSecrets(request: PullRequest): SecretNames {
  const pulled = [...request.undeclared, ...request.known].map(({ live }): Managed => ({
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
