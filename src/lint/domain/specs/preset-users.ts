import type { Workspace } from '../../../model/workspace/workspace.ts';
import type { ResourceHead } from '../../../model/workspace/workspace-document.ts';
import { itemsBy } from '../../../text/lists/items-by.ts';

/** The resources that use a preset. */
export function usersOf({ resources }: Workspace, preset: string): readonly ResourceHead[] {
  return usersIn(resources, preset);
}

const usersIn = itemsBy(({ uses }: ResourceHead) => uses.map(({ name }) => name));
