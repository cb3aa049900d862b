import type { PlanNote } from '../../../model/plan.ts';
import { notedText } from '../words/note.ts';
import { paragraph, type Page } from './plan-page.ts';

/** Gates that the files would loosen, and approvals that are new: said before all else, and never cut short. */
export function gateLines(notes: readonly PlanNote[], page: Page): readonly string[] {
  const lines = notes.filter(isGate).flatMap((note) => paragraph(notedText(note), 4, page, '  ! '));
  return lines.length === 0 ? [] : [page.paint('error', 'gates'), ...lines];
}

export function isGate({ topic }: PlanNote): boolean {
  return topic === 'gate';
}
