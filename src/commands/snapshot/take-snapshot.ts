import { redactedSnapshot } from '../../plan/snapshot/redact.ts';
import { placesApplied, knownTexts } from '../../plan/snapshot/known-texts.ts';
import { snapshotText } from '../../plan/snapshot/snapshot-document.ts';
import { chooseEnvironments } from '../../run/session/workspace/choose-environments.ts';
import { beginRun, type Run } from '../../run/session/run.ts';
import { createPublicKey, type KeyObject } from 'node:crypto';
import { saltOf } from '../../derive/compare/text-digest.ts';
import { usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { PicturedEnvironment, Snapshot } from '../../model/snapshot.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { version } from '../../version.ts';
import { lineageOf, readLedger } from '../../run/session/ledger/open-ledger-store.ts';
import { lintForEnvironment } from '../../run/lint/lint-workspace.ts';
import type { ApiOptions, WorkspaceOptions } from '../../run/cli/options.ts';
import { readLiveEnvironment } from '../../run/plan/read-live-environment.ts';
import { refuseYaml } from '../../run/cli/reports.ts';
import { privateKeyOf } from '../../run/session/snapshots.ts';
import { writeResult } from '../../run/cli/files/write-result.ts';
import { codeList } from '../../text/words/list-words.ts';
import { exitCodes } from '../../model/exit-codes.ts';

export interface SnapshotOptions extends WorkspaceOptions, ApiOptions {
  readonly env?: readonly string[];
  readonly output?: string;
}

/**
 * Reads the live state of each environment and writes it with texts that the files have in clear and all others hashed.
 */
export async function takeSnapshot(io: Io, options: SnapshotOptions): Promise<number> {
  const { output } = options;
  if (output === undefined) {
    throw usageError('a snapshot needs a file to go to', 'name it with -o live.json');
  }
  refuseYaml(output, {
    refusal: 'a snapshot does not go to',
    instead: 'name another file: a snapshot is JSON',
  });
  const key = privateKeyOf(io);
  const begun = await beginRun(io, options);
  const chosen = chooseEnvironments(begun.workspace, options.env);
  const workspace = begun.workspace.read();
  refuseOtherKey(workspace, key);
  // Derived from the lineage, so that change ids are the same from any snapshot and from the API.
  const salt = saltOf(lineageOf(workspace));
  const takenAt = io.clock.now();
  const environments: PicturedEnvironment[] = [];
  for (const environment of chosen)
    environments.push(await pictureOf({ ...begun, workspace, environment }, salt));
  const snapshot: Snapshot = {
    format: 1,
    type: 'edgewright-snapshot',
    tool: version,
    taken_at: takenAt.toISOString(),
    salt,
    environments,
  };
  writeResult(io, snapshotText(snapshot, key), output);
  const names = codeList(environments.map(({ environment }) => environment));
  io.stderr(`${key === undefined ? 'unsigned' : 'signed'} snapshot of ${names} in \`${output}\`\n`);
  return exitCodes.ok;
}

async function pictureOf(run: Run, salt: string): Promise<PicturedEnvironment> {
  const ledger = await readLedger(run);
  const { desired } = await lintForEnvironment(run, { ledger });
  const { live, api } = await readLiveEnvironment(run, ledger);
  const about = { environment: run.environment.name, api, ledger, live, desired };
  const known = knownTexts(salt, [...desired, ...placesApplied(ledger)]);
  return redactedSnapshot(about, { salt, known });
}

/** A snapshot signed with another key would be rejected by its readers. */
function refuseOtherKey({ settings }: Workspace, key: KeyObject | undefined): void {
  const { snapshotKey } = settings;
  if (snapshotKey === undefined) return;
  if (key === undefined) {
    throw usageError(
      'EDGEWRIGHT_SNAPSHOT_KEY is not set, and edgewright.yaml names a `snapshot_key`',
      'set it to the private half, or take `snapshot_key` out of edgewright.yaml',
    );
  }
  const half = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
  if (half === snapshotKey) return;
  throw usageError(
    'EDGEWRIGHT_SNAPSHOT_KEY is not the other half of `snapshot_key`',
    `the half of it for edgewright.yaml is \`snapshot_key: ${half}\``,
  );
}
