import { toLive } from '../../../derive/forms/read-form.ts';
import { kindNames, kinds } from '../../../kinds/index.ts';
import type { KindName } from '../../../kinds/kind.ts';
import { ApiError, UserError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import { apiConfig, type ApiConfig } from './api-config.ts';
import { given } from '../../cli/given-variable.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';

/** The objects of an account that carry no marker of a workspace; one that a workspace adopted has none either. */
export type AccountPreview =
  /** No API is configured in the environment. */
  | { readonly state: 'unasked' }
  | { readonly state: 'unreadable'; readonly why: string }
  | {
      readonly state: 'seen';
      readonly host: string;
      /** By kind, without those of none. */
      readonly counts: ReadonlyMap<KindName, number>;
      /** False if there are more pages than were read. */
      readonly isAll: boolean;
    };

/** A person waits for the end of `init`, and can do without the answer. */
const timeoutMs = 4000;

/** Looks once at the first page of each list. Never throws for a failure of the API. */
export async function previewAccount(io: Io, environment: string): Promise<AccountPreview> {
  const named = ['EDGEWRIGHT_API_URL', 'EDGEWRIGHT_PROFILE'].some((name) => (given(io, name) ?? '') !== '');
  if (!named) return { state: 'unasked' };
  try {
    const config = apiConfig(io, environment, undefined);
    return config.token === undefined ? { state: 'unasked' } : await look(io, config);
  } catch (error) {
    if (error instanceof ApiError || error instanceof UserError)
      return { state: 'unreadable', why: error.message };
    throw error;
  }
}

async function look(io: Io, config: ApiConfig): Promise<AccountPreview> {
  const { openFirstPages } = await import('../../../remote/api/first-pages.ts');
  const clean = withoutUndefined({ clean: io.secrets?.clean });
  const lists = openFirstPages({ ...config, ...clean, clock: io.clock, timeoutMs });
  try {
    const listed = kindNames.filter((kind) => kinds[kind].operations.list !== undefined);
    const pages = await Promise.all(listed.map(async (kind) => ({ kind, page: await lists.first(kind) })));
    const counts = pages.map(
      ({ kind, page }) => [kind, page.items.filter((item) => isFree(kind, item)).length] as const,
    );
    return {
      state: 'seen',
      host: new URL(config.baseUrl).host,
      counts: new Map(counts.filter(([, count]) => count > 0)),
      isAll: pages.every(({ page }) => page.isLast),
    };
  } finally {
    await lists.close();
  }
}

/** Whether the object can be managed, and no workspace has created it. */
function isFree(kind: KindName, item: Parameters<typeof toLive>[1]): boolean {
  const { isManageable, marker } = toLive(kind, item);
  return isManageable && marker === undefined;
}
