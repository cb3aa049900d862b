import { ForgeError, type ForgeIssue, type ForgeIssues } from '../../model/forge.ts';
import { type CommentKey, markerFacts } from './comment-identity.ts';

export interface IssueToKeep {
  readonly key: CommentKey;
  readonly title: string;
  /** The whole text with its marker, in at most so many UTF-16 units. */
  readonly render: (room: number) => string;
  /** Open: an issue must exist. Closed: none may. Kept: an open one stays as it is, since not everything was read. */
  readonly state: 'open' | 'closed' | 'kept';
}

export interface KeptIssue {
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'closed' | 'none' | 'kept';
  readonly url?: string | undefined;
}

/** One open issue for each key: of several of ours the newest is kept, and the others are closed. */
export async function upsertIssue(issues: ForgeIssues, keep: IssueToKeep): Promise<KeptIssue> {
  const ours = await oursAmong(issues, keep.key);
  const current = ours.at(-1);
  const body = issues.safe(keep.render(issues.maxSize));
  if (keep.state === 'kept') return { outcome: current === undefined ? 'none' : 'kept', url: current?.url };
  for (const older of ours.slice(0, -1)) await issues.close(older, older.body);
  if (keep.state === 'closed') {
    if (current === undefined) return { outcome: 'none' };
    await issues.close(current, body);
    return { outcome: 'closed', url: current.url };
  }
  if (current === undefined) {
    const created = await createOnce(issues, keep, body);
    return { outcome: 'created', url: created.url };
  }
  if (current.title === keep.title && isSameText(current.body, body))
    return { outcome: 'unchanged', url: current.url };
  await issues.edit(current, { title: keep.title, body });
  return { outcome: 'updated', url: current.url };
}

async function oursAmong(issues: ForgeIssues, key: CommentKey): Promise<readonly ForgeIssue[]> {
  return (await issues.open()).filter(({ body }) => markerFacts(body, key) !== undefined);
}

/** A POST whose response was lost is repeated only if its issue is not there. */
async function createOnce(
  issues: ForgeIssues,
  { key, title }: IssueToKeep,
  body: string,
): Promise<ForgeIssue> {
  try {
    return await issues.create({ title, body });
  } catch (error) {
    if (!(error instanceof ForgeError) || !error.mayBeDone) throw error;
    const found = (await oursAmong(issues, key)).at(-1);
    return found ?? issues.create({ title, body });
  }
}

/** Whether a forge would show the same: it changes line ends, and the white space at the end. */
export function isSameText(text: string, other: string): boolean {
  return plain(text) === plain(other);
}

function plain(body: string): string {
  return body.replaceAll('\r\n', '\n').trimEnd();
}
