import type { PostedComment } from '../../forge/upsert-comment.ts';
import { inertLine } from '../../report/text/inert.ts';

/** The outcome for the comment, on one line with its page. */
export function postedText({ outcome, url, head = '' }: PostedComment): string {
  const page = url === undefined ? '' : `: ${inertLine(url)}`;
  switch (outcome) {
    case 'created':
      return `Comment created${page}\n`;
    case 'updated':
      return `Comment updated${page}\n`;
    case 'unchanged':
      return `Comment is up to date${page}\n`;
    case 'deleted':
      return 'Comment deleted: the plan has no changes.\n';
    case 'not-needed':
      return 'No comment: the plan has no changes.\n';
    case 'outdated':
      return `No comment: the pull request has the newer commit ${inertLine(head.slice(0, 12))}.\n`;
  }
}
