import { toLive } from '../../derive/forms/to-live.ts';
import { kindNames, kinds } from '../../kinds/index.ts';
import type { ReadApi } from '../../model/api.ts';
import type { Live } from '../../model/live.ts';

/** All objects that the API lists. */
export async function listAll(api: ReadApi): Promise<readonly Live[]> {
  const listable = kindNames.filter((kind) => kinds[kind].operations.list !== undefined);
  const lists = await Promise.all(listable.map((kind) => api.list(kind, (answer) => toLive(kind, answer))));
  return lists.flat();
}
