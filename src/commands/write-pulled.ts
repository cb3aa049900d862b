import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exitCodes, UserError } from '../model/errors.ts';
import type { Io } from '../model/io.ts';
import type { Secret } from '../model/secret.ts';
import type { Environment, Workspace } from '../model/workspace.ts';
import { withAdoptions } from '../pull/environment-edit.ts';
import type { Pulled } from '../pull/pull.ts';
import { startGlobs, stepGlobs, type GlobState } from '../workspace/glob.ts';
import { cannotWrite } from './disk-failure.ts';
import { refuseLinks } from './refuse-links.ts';
import { replaceFile } from './replace-file.ts';

interface NewFile {
  /** As the user calls it. */
  readonly shown: string;
  readonly path: string;
  readonly text: string;
  readonly modes: { readonly folder: number; readonly file: number };
}

/** Writes resource files and secrets, all of them or none that was there before; then the entries that adopt. */
export function writePulled(
  io: Io,
  { workspace, environment }: { readonly workspace: Workspace; readonly environment: Environment },
  pulled: readonly Pulled[],
  { secretsDir }: { readonly secretsDir?: string },
): void {
  const secrets = new Map(pulled.flatMap((each) => [...each.secrets]));
  const files = [
    ...pulled.map((each) => resourceFile(workspace.root, each)),
    ...(secretsDir === undefined ? [] : secretFiles(io, secretsDir, secrets)),
  ];
  for (const { file } of pulled) refuseLinks(workspace.root, file);
  for (const { shown, path: file } of files) {
    if (existsSync(file))
      throw new UserError(exitCodes.usage, `\`${shown}\` already exists`, {
        help: 'pull never overwrites; rename or remove it. Nothing was written',
      });
  }
  refuseUnread(workspace, pulled);
  for (const file of files) writeNew(file);
  const document = environment.documents[0];
  if (pulled.length > 0 && document !== undefined)
    replaceFile(workspace.root, document.source.path, withAdoptions(document, pulled));
  for (const { file } of pulled) io.stdout(`wrote ${file}\n`);
  io.stdout(summary(pulled, [...secrets.keys()], secretsDir));
}

/** A resource file that no pattern fits would be written and never read again. */
function refuseUnread({ settings }: Workspace, pulled: readonly Pulled[]): void {
  const { state } = startGlobs(settings.resources);
  for (const { file } of pulled) {
    let reached: GlobState | undefined = state;
    for (const name of file.split('/')) reached &&= stepGlobs(reached, name);
    if (reached?.isMatch === true) continue;
    throw new UserError(exitCodes.usage, `\`resources:\` in edgewright.yaml does not match \`${file}\``, {
      help: 'pull writes to resources/<kind>/<name>.yaml; add the pattern `resources/**/*.yaml`. Nothing was written',
    });
  }
}

function resourceFile(root: string, { file, text }: Pulled): NewFile {
  return { shown: file, path: path.join(root, file), text, modes: { folder: 0o755, file: 0o644 } };
}

function secretFiles(
  io: Io,
  folder: string,
  secrets: ReadonlyMap<string, Secret | undefined>,
): readonly NewFile[] {
  return [...secrets].flatMap(([name, value]) =>
    value === undefined
      ? []
      : [
          {
            shown: path.join(folder, name),
            path: path.resolve(io.cwd, folder, name),
            text: value.reveal(),
            modes: { folder: 0o700, file: 0o600 },
          },
        ],
  );
}

function writeNew({ shown, path: file, text, modes }: NewFile): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: modes.folder });
    writeFileSync(file, text, { flag: 'wx', mode: modes.file });
  } catch (error) {
    throw cannotWrite(shown, error);
  }
}

function summary(
  pulled: readonly Pulled[],
  secrets: readonly string[],
  secretsDir: string | undefined,
): string {
  if (pulled.length === 0)
    return 'nothing to pull: every endpoint and TLS edge that can be listed is managed; routes are pulled by edge_id/route_id\n';
  const lines = [
    `\n${pulled.length} object${pulled.length === 1 ? '' : 's'} written and put under \`adopt:\`; the next plan only adopts, without a request`,
  ];
  if (secrets.length > 0) {
    lines.push(`add these names to \`secrets:\` in edgewright.yaml: ${[...secrets].sort().join(', ')}`);
    lines.push(
      secretsDir === undefined
        ? 'their values were not written; set EDGEWRIGHT_SECRET_<NAME> or use --secrets-dir'
        : `their values are in \`${secretsDir}\`, one file each`,
    );
  }
  lines.push('routes cannot be listed: pull each by edge_id/route_id');
  return `${lines.join('\n')}\n`;
}
