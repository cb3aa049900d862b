import type { ForgeKind } from '../../model/forge/forge.ts';
import type { Io } from '../../model/io.ts';
import { Secret } from '../../model/secret.ts';
import { given } from '../api/proxy.ts';

const names: Readonly<Record<ForgeKind, readonly string[]>> = {
  github: ['GITHUB_TOKEN', 'GH_TOKEN'],
  gitlab: ['GITLAB_TOKEN'],
  gitea: ['GITEA_TOKEN', 'FORGEJO_TOKEN'],
};

/** The variables that are asked for a token, in order. */
export function tokenNames(kind: ForgeKind, isOwnCi: boolean): readonly string[] {
  // In a job of Gitea or Forgejo, this is a token of theirs.
  const also = kind === 'gitea' && isOwnCi ? ['GITHUB_TOKEN'] : [];
  return ['EDGEWRIGHT_FORGE_TOKEN', ...names[kind], ...also];
}

/** The token for the forge, from the environment alone; undefined if there is none. It is kept out of all output. */
export function forgeToken(io: Io, kind: ForgeKind, isOwnCi: boolean): Secret | undefined {
  for (const name of tokenNames(kind, isOwnCi)) {
    const value = given(io, name)?.trim();
    if (value === undefined) continue;
    io.secrets?.learn(value);
    return new Secret(value);
  }
  return undefined;
}
