import type { Forge, ForgeKind, ForgeRequest } from '../../../../src/model/forge.ts';
import type { Io } from '../../../../src/model/io.ts';
import { Secret } from '../../../../src/model/secret.ts';
import { openForge } from '../../../../src/run/session/forge/open-forge.ts';
import { fakeClock } from './clock.ts';
import type { ForgeServer } from './server.ts';

export const tokens: Readonly<Record<ForgeKind, string>> = {
  github: 'github-secret-token',
  gitlab: 'gitlab-secret-token',
  gitea: 'gitea-secret-token',
};

interface Opening {
  readonly kind: ForgeKind;
  readonly repo: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly onWrite?: (request: ForgeRequest & { readonly url: string }) => void;
  readonly timeoutMs?: number;
  readonly patienceMs?: number;
}

/** The client of a stand-in, with a clock that does not wait. */
export async function openAt(
  server: ForgeServer,
  { kind, repo, env = {}, onWrite, timeoutMs, patienceMs }: Opening,
): Promise<{ readonly forge: Forge; readonly slept: readonly number[] }> {
  const clock = fakeClock();
  const io = { env, cwd: '/', clock } as unknown as Io;
  const place = { kind, repo, apiUrl: server.url, workflowLogin: 'gitea-actions', isOwnCi: true };
  const forge = await openForge(io, place, {
    token: new Secret(tokens[kind]),
    onWrite,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(patienceMs === undefined ? {} : { retryForMs: patienceMs }),
  });
  return { forge, slept: clock.slept };
}
