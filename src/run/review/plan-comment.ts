import { markerLine, type CommentKey } from '../../remote/forge/comment-identity.ts';
import type { CommentToPost } from '../../remote/forge/upsert-comment.ts';
import { isEmpty } from '../../plan/finish/exit-code.ts';
import { planMarkdown } from '../../report/plan/markdown/plan-markdown.ts';
import { isElsewhere } from '../../report/plan/summary.ts';
import { planDigest } from '../../derive/plan-digest.ts';
import type { ReviewedPlans } from './reviewed-plans.ts';

/** The options of the comment itself. */
export interface CommentOptions {
  /** For plans to which the pull request adds nothing: `update` an existing comment, always `create` one, or `delete` it. */
  readonly onEmpty?: 'update' | 'create' | 'delete';
  readonly isNew?: boolean;
  /** Most UTF-16 units of the whole comment, if less than the forge takes. */
  readonly maxSize?: number | undefined;
  readonly pageUrl?: string | undefined;
  /** The commit that was planned. */
  readonly commit: string | undefined;
  /** Removes secrets. */
  readonly clean: (text: string) => string;
}

/** The comment of plans: its marker, and the plans as Markdown in the room that is left. */
export function planComment(
  reviewed: ReviewedPlans,
  { commit, maxSize = Infinity, onEmpty = 'update', isNew, pageUrl, clean }: CommentOptions,
): CommentToPost {
  const { plans, madeBy, command, unverified, folder } = reviewed;
  const key = keyOf(reviewed);
  const digest = planDigest(plans);
  return {
    key,
    commit,
    isNew,
    onEmpty: isNothing(reviewed) ? onEmpty : undefined,
    render: (room, as) => {
      const time = as === undefined ? madeBy.time : as.time;
      const marker = markerLine(key, { commit, digest, time });
      const left = Math.min(room, maxSize) - marker.length;
      const made = { ...madeBy, time };
      return (
        marker +
        clean(
          planMarkdown(plans, {
            ...{ maxSize: left, command, pageUrl, unverified, folder, madeBy: made },
          }),
        )
      );
    },
  };
}

function keyOf({ plans, lineage, label }: ReviewedPlans): CommentKey {
  return { about: 'plan', lineage, environments: plans.map(({ environment }) => environment), label };
}

function isNothing({ plans }: ReviewedPlans): boolean {
  return plans.every((plan) => (isEmpty(plan) || isElsewhere(plan)) && plan.refusals.length === 0);
}
