import { thereAre } from '../../text/words/existing-names.ts';
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Desired } from '../../model/desired.ts';
import { UserError, usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { LiveState } from '../../model/live.ts';
import type { HiddenTexts, Snapshot } from '../../model/snapshot.ts';
import type { WorkspaceHead } from '../../model/workspace/workspace.ts';
import { readFromDisk } from '../cli/files/named-file.ts';
import { writePrivateFile } from '../cli/files/write-result.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import type { Adoption } from '../../model/workspace/environment.ts';

/** Creates a key pair. Never replaces an existing file: snapshots signed with it would become unusable. */
export function makeSnapshotKey(io: Io, file: string): number {
  if (existsSync(path.resolve(io.cwd, file))) {
    throw usageError(
      `\`${file}\` is there already, and nothing was written`,
      'name another file, or take that one away first',
    );
  }
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  writePrivateFile(io, file, `${privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')}\n`);
  io.stderr(
    `\`${file}\` holds the private half: keep it as the secret EDGEWRIGHT_SNAPSHOT_KEY, and not here\n`,
  );
  io.stdout(`snapshot_key: ${publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}\n`);
  return exitCodes.ok;
}

/** The key that signs snapshots, only from the environment; undefined if there is none. */
export function privateKeyOf({ env }: Io): KeyObject | undefined {
  const text = env['EDGEWRIGHT_SNAPSHOT_KEY']?.trim();
  if (text === undefined || text === '') return undefined;
  try {
    const key = text.startsWith('-----')
      ? createPrivateKey(text)
      : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The library's error is dropped, because it could quote a part of the key.
  }
  throw usageError(
    'EDGEWRIGHT_SNAPSHOT_KEY is not an Ed25519 key',
    '`edgewright snapshot key <file>` makes one',
  );
}

/** The public key in edgewright.yaml, which was validated when it was read. */
export function publicKeyOf(text: string): KeyObject {
  return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
}

/** A snapshot with its signature checked. */
export interface OpenedSnapshot {
  readonly file: string;
  readonly snapshot: Snapshot;
  readonly isSigned: boolean;
}

/** Throws `UserError` 64 if it cannot be read, 5 if it is not a snapshot or lacks the required signature. */
export async function openSnapshot(
  io: Io,
  file: string,
  { settings }: Pick<WorkspaceHead, 'settings'>,
): Promise<OpenedSnapshot> {
  const { parseSnapshot } = await import('../../plan/snapshot/snapshot-document.ts');
  const parsed = parseSnapshot(readText(io, file));
  if ('problem' in parsed)
    throw unusable(file, parsed.problem, 'take a new one with `edgewright snapshot -o <file>`');
  const { snapshot, signature } = parsed;
  const { snapshotKey } = settings;
  if (snapshotKey === undefined) return { file, snapshot, isSigned: false };
  if (signature !== 'none' && signature.by(publicKeyOf(snapshotKey)))
    return { file, snapshot, isSigned: true };
  const problem =
    signature === 'none'
      ? 'it is not signed, and edgewright.yaml names a `snapshot_key`'
      : 'its signature is not by the `snapshot_key` of edgewright.yaml, or something in it was changed';
  throw unusable(file, problem, 'take it from the job that takes it, and from nowhere else');
}

interface SnapshotReading {
  readonly ledger: LedgerState;
  readonly live: LiveState;
  readonly api: string;
  readonly hiddenTexts: HiddenTexts;
}

/** One environment of the snapshot; the given resources reveal the texts behind its hashes. */
export async function readSnapshot(
  { file, snapshot }: OpenedSnapshot,
  environment: string,
  desired: readonly Desired[],
  adoptions: readonly Adoption[] = [],
): Promise<SnapshotReading> {
  const pictured = snapshot.environments.find((candidate) => candidate.environment === environment);
  if (pictured === undefined) {
    const names = snapshot.environments.map((other) => other.environment);
    throw unusable(file, `\`${environment}\` is not in it`, thereAre(names));
  }
  const [
    { adoptedLive, hiddenTexts, restoredLive, restoredLedger },
    { knownTexts, shownSpecs },
    { ledgerText, parseLedger },
  ] = await Promise.all([
    import('../../plan/snapshot/restore.ts'),
    import('../../plan/snapshot/known-texts.ts'),
    import('../../ledger/ledger-text.ts'),
  ]);
  const known = knownTexts(snapshot.salt, [...desired, ...shownSpecs(pictured)]);
  const ledger = parseLedger(ledgerText(restoredLedger(pictured, known) as unknown as LedgerState));
  if ('problem' in ledger) throw unusable(file, `its ledger is unusable: ${ledger.problem}`, 'take another');
  return {
    ledger: ledger.state,
    live: adoptedLive(restoredLive(pictured, known), adoptions),
    api: pictured.api,
    hiddenTexts: hiddenTexts(pictured, known),
  };
}

function readText(io: Io, file: string): string {
  const another = 'name a file that `edgewright snapshot -o <file>` wrote';
  const read = readFromDisk(io, file, { help: another });
  if (typeof read === 'string') return read;
  throw unusable(file, `it ${read.problem}`, another);
}

function unusable(file: string, problem: string, help: string): UserError {
  return new UserError(exitCodes.unsafe, `the snapshot \`${file}\` cannot be used: ${problem}`, { help });
}
