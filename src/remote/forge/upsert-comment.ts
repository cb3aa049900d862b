import { type ForgeComment, ForgeError, type ForgePullRequest } from '../../model/forge.ts';
import { type CommentFacts, type CommentKey, markerFacts } from './comment-identity.ts';
import { isSameText } from './upsert-issue.ts';

const opening = '<details><summary>Outdated</summary>';

/** An outdated comment on forges that cannot collapse one: its text below a summary, the marker still first. */
export function foldedBody(body: string): string {
  const end = body.indexOf('\n') + 1;
  return `${body.slice(0, end)}${opening}\n\n${body.slice(end).trimEnd()}\n\n</details>\n`;
}

export function isFoldedBody(body: string): boolean {
  return body.split(/\r?\n/, 2)[1] === opening;
}

/**
 * One comment for each key, whatever happened before: of several of ours the newest that is not folded is updated and
 * the others are removed. An older run never overwrites the comment of a newer one: directly before the first write,
 * the newest commit of the pull request must still be the one that was planned. After a comment was written, or its
 * response was lost, the comments are read again: two runs that write at the same time then keep the same one of both.
 */

export interface CommentToPost {
  readonly key: CommentKey;
  /** The commit that was planned; undefined if it is not known, which skips the comparison with the pull request. */
  readonly commit: string | undefined;
  /**
   * The whole text with its marker, in at most so many UTF-16 units; `as`: the facts of the comment to compare with.
   */
  readonly render: (room: number, as?: CommentFacts) => string;
  /** Nothing to report: `update` an existing comment and create none, `create` one, or `delete` an existing one. */
  readonly onEmpty?: 'update' | 'create' | 'delete' | undefined;
  /** Posts a new comment and folds the older ones. */
  readonly isNew?: boolean | undefined;
}

export interface PostedComment {
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'deleted' | 'not-needed' | 'outdated';
  readonly url?: string | undefined;
  /** For `outdated`: the newest commit of the pull request. */
  readonly head?: string;
  /** Comments that could not be folded or removed, with the reason. */
  readonly leftovers: readonly string[];
}

export async function upsertComment(pull: ForgePullRequest, post: CommentToPost): Promise<PostedComment> {
  const ours = await oursIn(pull, post.key);
  const open = ours.filter(({ isFolded }) => !isFolded);
  const current = open.at(-1);
  if (post.onEmpty === 'update' && current === undefined) return { outcome: 'not-needed', leftovers: [] };
  const head = post.commit === undefined ? undefined : await pull.headCommit();
  if (head !== undefined && head !== post.commit) return { outcome: 'outdated', head, leftovers: [] };
  if (post.onEmpty === 'delete') {
    const leftovers = await each(open, (comment) => pull.remove(comment));
    return { outcome: open.length === 0 ? 'not-needed' : 'deleted', leftovers };
  }
  const older = open.slice(0, -1);
  if (current !== undefined && isSame(pull, current, post)) {
    return { outcome: 'unchanged', url: current.url, leftovers: await drop(pull, older) };
  }
  if (current === undefined || post.isNew === true) return create(pull, post, open);
  const edited = await editIfPossible(pull, post, current);
  if (edited === 'gone') return create(pull, post, older);
  if (edited === 'refused') return create(pull, post, open);
  return { outcome: 'updated', url: current.url, leftovers: await drop(pull, older) };
}

/** Another run may have removed the comment; a token of GitLab may be allowed to write a note and not to change one. */
async function editIfPossible(
  pull: ForgePullRequest,
  post: CommentToPost,
  comment: ForgeComment,
): Promise<'done' | 'gone' | 'refused'> {
  try {
    await inRoom(pull, post, (body) => pull.edit(comment, body));
    return 'done';
  } catch (error) {
    if (error instanceof ForgeError && error.problem === 'missing') return 'gone';
    if (error instanceof ForgeError && error.problem === 'no-right') return 'refused';
    throw error;
  }
}

async function oursIn(pull: ForgePullRequest, key: CommentKey): Promise<readonly ForgeComment[]> {
  return (await pull.comments()).filter(({ body }) => markerFacts(body, key) !== undefined);
}

/** Whether the comment says the same, beside the time. */
function isSame(
  { maxSize, safe }: ForgePullRequest,
  { body }: ForgeComment,
  { key, commit, render }: CommentToPost,
): boolean {
  const facts = markerFacts(body, key);
  if (facts === undefined || facts.commit !== commit) return false;
  return isSameText(safe(render(maxSize, facts)), body);
}

async function create(
  pull: ForgePullRequest,
  post: CommentToPost,
  before: readonly ForgeComment[],
): Promise<PostedComment> {
  const known = new Set(before.map(({ id }) => id));
  const written = await writeOnce(pull, post, known);
  const fresh = (await oursIn(pull, post.key)).filter(({ id, isFolded }) => !isFolded && !known.has(id));
  const kept = fresh.at(-1) ?? written;
  const doubled = await drop(pull, fresh.slice(0, -1));
  const old =
    post.isNew === true ? await each(before, (comment) => pull.fold(comment)) : await drop(pull, before);
  return { outcome: 'created', url: kept.url, leftovers: [...doubled, ...old] };
}

/** A POST whose response was lost is repeated only if its comment is not there. */
async function writeOnce(
  pull: ForgePullRequest,
  post: CommentToPost,
  known: ReadonlySet<string>,
): Promise<ForgeComment> {
  try {
    return await inRoom(pull, post, (body) => pull.write(body));
  } catch (error) {
    if (!(error instanceof ForgeError) || !error.mayBeDone) throw error;
    const found = (await oursIn(pull, post.key)).findLast(({ id }) => !known.has(id));
    return found ?? inRoom(pull, post, (body) => pull.write(body));
  }
}

/** A forge may count more than we do: it then gets half of the text. */
async function inRoom<Sent>(
  { maxSize, safe }: ForgePullRequest,
  { render }: CommentToPost,
  send: (body: string) => Promise<Sent>,
): Promise<Sent> {
  const body = safe(render(maxSize));
  try {
    return await send(body);
  } catch (error) {
    const isRefused = error instanceof ForgeError && error.problem === 'refused';
    const room = Math.floor(body.length / 2);
    if (!isRefused || !/too (?:long|large)|413/i.test(error.message) || room < leastRoom) throw error;
    return send(safe(render(room)));
  }
}

const leastRoom = 2_500;

function drop(pull: ForgePullRequest, comments: readonly ForgeComment[]): Promise<readonly string[]> {
  return each(comments, (comment) => pull.remove(comment));
}

/** The comment is posted, so leftovers do not make it a failure. */
async function each(
  comments: readonly ForgeComment[],
  act: (comment: ForgeComment) => Promise<void>,
): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const comment of comments) {
    try {
      await act(comment);
    } catch (error) {
      if (!(error instanceof ForgeError)) throw error;
      failed.push(error.message);
    }
  }
  return failed;
}
