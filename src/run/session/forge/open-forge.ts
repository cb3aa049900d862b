import { UserError } from '../../../model/errors.ts';
import type { Forge, ForgeKind, ForgeRequest } from '../../../model/forge.ts';
import type { Io } from '../../../model/io.ts';
import { Secret } from '../../../model/secret.ts';
import { version } from '../../../version.ts';
import { proxyOf } from '../api/proxy.ts';
import { type ForgePlace, runningOn } from './detect-forge.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';
import { type BaseUrl, parseBaseUrl } from '../../../remote/http/base-url.ts';
import { given } from '../../cli/given-variable.ts';
import { exitCodes } from '../../../model/exit-codes.ts';

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

/** The sentence for a forge without a token. */
export function missingToken(io: Io, kind: ForgeKind): string {
  return `no token of the forge is set (${tokenNames(io, kind).join(', ')})`;
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

interface ForgeAccess {
  readonly token: Secret | undefined;
  /** Set for a dry run: told of each write, which is not sent. */
  readonly onWrite?: ((request: ForgeRequest & { readonly url: string }) => void) | undefined;
  /** For one response; 30 seconds by default. */
  readonly timeoutMs?: number;
  /** Most waiting for rate limits; 0 also sends no request again. */
  readonly retryForMs?: number;
}

/** The client for a repository. The token goes to the origin of the API URL alone. */
export async function openForge(io: Io, place: ForgePlace, access: ForgeAccess): Promise<Forge> {
  const base = parseBaseUrl(place.apiUrl, 'the API URL of the forge');
  const { origin, prefix } = base;
  const [{ openForgeClient }, { dispatcherTo }] = await Promise.all([
    import('../../../remote/forge/client/forge-client.ts'),
    import('../../../remote/http/dispatcher-to.ts'),
  ]);
  const { onWrite, token, timeoutMs = 30_000, retryForMs } = access;
  const line = openForgeClient({
    ...base,
    dispatcher: dispatcherTo(origin, proxyOf(io), {
      connections: 1,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      connect: { timeout: Math.min(timeoutMs, 10_000) },
    }),
    headers: headersFor(place.kind, token),
    clock: io.clock,
    timeoutMs,
    ...withoutUndefined({ retryForMs, clean: io.secrets?.clean }),
    onWrite:
      onWrite === undefined
        ? undefined
        : (request) => {
            const url = origin + (request.isWhole === true ? '' : prefix) + request.path;
            onWrite({ ...request, url });
          },
  });
  const [owner = '', name = ''] = place.repo.split('/');
  switch (place.kind) {
    case 'github': {
      const { openGithub } = await import('../../../remote/forge/github/github.ts');
      return openGithub(line, { owner, name, graphqlPath: graphqlPath(io, base) });
    }
    case 'gitlab': {
      const { openGitlab } = await import('../../../remote/forge/gitlab/gitlab.ts');
      return openGitlab(line, place.repo);
    }
    case 'gitea': {
      const { openGitea } = await import('../../../remote/forge/gitea/gitea.ts');
      return openGitea(line, { owner, name, workflowLogin: place.workflowLogin });
    }
  }
}

/** The variable counts only on the same origin; Enterprise has `/api/v3` and `/api/graphql`. */
function graphqlPath(io: Io, { origin, prefix }: BaseUrl): string {
  const text = given(io, 'GITHUB_GRAPHQL_URL');
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  return url?.origin === origin ? url.pathname : `${prefix.replace(/\/v3$/, '')}/graphql`;
}

const headerValue = /^[\x21-\x7e]+$/;

function headersFor(kind: ForgeKind, token: Secret | undefined): Readonly<Record<string, string>> {
  const agent = { 'user-agent': `edgewright/${version}` };
  const value = token?.reveal();
  if (value !== undefined && !headerValue.test(value)) {
    throw new UserError(
      exitCodes.credential,
      'the token of the forge has characters that no header can carry',
      {
        help: 'write the token alone, on one line, without quotes',
      },
    );
  }
  const credential = (header: string, text: string): Readonly<Record<string, string>> =>
    value === undefined ? {} : { [header]: text + value };
  switch (kind) {
    case 'github':
      return {
        accept: 'application/vnd.github+json',
        'x-github-api-version': '2022-11-28',
        ...agent,
        ...credential('authorization', 'Bearer '),
      };
    case 'gitlab':
      return { accept: 'application/json', ...agent, ...credential('private-token', '') };
    case 'gitea':
      return { accept: 'application/json', ...agent, ...credential('authorization', 'token ') };
  }
}
