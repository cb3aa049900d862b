import type { ForgeClient } from '../client/forge-client.ts';
import { userLogin } from '../client/rest-forge.ts';
import { ForgeError, type ForgePullRequest } from '../../../model/forge.ts';
import type { Json } from '../../../model/value.ts';
import { isJsonMap } from '../../../text/json/json-access.ts';
import { malformed, readAnswer, type AnswerReader } from '../client/forge-answer.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';

/** The user of the token of a workflow, which may not ask who it is. */
const workflowLogin = 'github-actions[bot]';

/** Whether the author of a comment, as the REST API describes it, is the user of our token. */
export type IsOurs = (author: AnswerReader | undefined) => boolean;

/** Who we are: by GraphQL, else by `GET /user`, else the workflow's own user. */
export async function ownLogin(client: ForgeClient, graphqlPath: string): Promise<IsOurs> {
  const login = (await viewerLogin(client, graphqlPath)) ?? (await userLogin(client)) ?? workflowLogin;
  return (author) => author !== undefined && isLogin(author, login);
}

/**
 * GraphQL leaves out the `[bot]` of an app, which the REST API has. A name that people can register has no brackets, so
 * the longer name counts only of a bot.
 */
function isLogin(author: AnswerReader, login: string): boolean {
  const name = author.text('login').toLowerCase();
  const ownName = login.toLowerCase();
  return name === ownName || (author.optionalText('type') === 'Bot' && name === `${ownName}[bot]`);
}

async function viewerLogin(client: ForgeClient, path: string): Promise<string | undefined> {
  try {
    const data = await askGraphql(client, path, { query: 'query { viewer { login } }', isRead: true });
    return data.object('viewer').text('login');
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    // A refusal is an answer; a forge that does not respond leaves it open who we are.
    if (error.problem === 'unanswered' || error.problem === 'rate-limit') throw error;
    return undefined;
  }
}

/** Collapses a comment as outdated. */
export function folder(client: ForgeClient, path: string): ForgePullRequest['fold'] {
  return async ({ node }) => {
    if (node === undefined) throw malformed('the comment', 'it has no `node_id`');
    await askGraphql(client, path, {
      query:
        'mutation ($id: ID!) { minimizeComment(input: { subjectId: $id, classifier: OUTDATED }) { minimizedComment { isMinimized } } }',
      variables: { id: node },
      isRead: false,
    });
  };
}

interface GraphqlRequest {
  readonly query: string;
  readonly variables?: { readonly [name: string]: Json };
  readonly isRead: boolean;
}

/** GraphQL returns 200 to refusals too. */
async function askGraphql(
  client: ForgeClient,
  path: string,
  { query, variables, isRead }: GraphqlRequest,
): Promise<AnswerReader> {
  const body = { query, ...withoutUndefined({ variables }) };
  const dryRun = { data: {} };
  const { json } = await client.ask({ method: 'POST', path, body, isRead, isWhole: true, dryRun });
  const errors = isJsonMap(json) ? json['errors'] : undefined;
  if (errors !== undefined && errors !== null) {
    const [first] = Array.isArray(errors) ? (errors as readonly Json[]) : [];
    const message =
      isJsonMap(first) && typeof first['message'] === 'string' ? first['message'] : 'no reason given';
    throw new ForgeError('no-right', `GraphQL refused: ${client.clean(message)}`);
  }
  return readAnswer(json, 'GraphQL').object('data');
}
