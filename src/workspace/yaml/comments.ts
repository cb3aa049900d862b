import type { Comment, Range, Source } from '../../model/document.ts';

/**
 * The comments of a file: each `#` after white space that is not inside a scalar. `scalars` are those that contain a
 * `#`, in source order.
 */
export function commentsOf({ text }: Source, scalars: readonly Range[]): readonly Comment[] {
  const comments: Comment[] = [];
  let next = 0;
  for (let at = text.indexOf('#'); at !== -1;) {
    while ((scalars[next]?.end ?? text.length) <= at) next++;
    const scalar = scalars[next];
    if (scalar !== undefined && scalar.start <= at) {
      at = text.indexOf('#', scalar.end);
    } else if (at > 0 && !/[ \t\n]/.test(text[at - 1] ?? '')) {
      at = text.indexOf('#', at + 1);
    } else {
      const comment = commentAt(text, at);
      comments.push(comment);
      at = text.indexOf('#', comment.end);
    }
  }
  return comments;
}

function commentAt(text: string, start: number): Comment {
  const newline = text.indexOf('\n', start);
  const stop = newline === -1 ? text.length : newline;
  const end = text[stop - 1] === '\r' ? stop - 1 : stop;
  let before = start;
  while (text[before - 1] === ' ' || text[before - 1] === '\t') before--;
  return { start, end, text: text.slice(start + 1, end), ownLine: before === 0 || text[before - 1] === '\n' };
}
