import type { ForgeKind } from '../../../model/forge/forge.ts';
import type { Io } from '../../../model/io.ts';
import { Secret } from '../../../model/secret.ts';
import { given } from '../api/proxy.ts';
import { runningOn } from './detect-forge.ts';

const names: Readonly<Record<ForgeKind, readonly string[]>> = {
  github: ['GITHUB_TOKEN', 'GH_TOKEN'],
  gitlab: ['GITLAB_TOKEN'],
  gitea: ['GITEA_TOKEN', 'FORGEJO_TOKEN'],
};

/** The variables that are asked for a token, in order. */
export function tokenNames(io: Io, kind: ForgeKind): readonly string[] {
  const all = ['EDGEWRIGHT_FORGE_TOKEN', ...names[kind]];
  // In a job of Gitea or Forgejo, this is a token of theirs: GitHub must not get it.
  if (runningOn(io) !== 'gitea') return all;
  return kind === 'gitea' ? [...all, 'GITHUB_TOKEN'] : all.filter((name) => name !== 'GITHUB_TOKEN');
}

/** The token for the forge, from the environment alone; undefined if there is none. It is kept out of all output. */
export function forgeToken(io: Io, kind: ForgeKind): Secret | undefined {
  for (const name of tokenNames(io, kind)) {
    const value = given(io, name)?.trim();
    if (value === undefined) continue;
    io.secrets?.learn(value);
    return new Secret(value);
  }
  return undefined;
}
