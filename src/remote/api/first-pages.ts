import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { JsonObject } from '../../model/value.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { answerProblem } from './check-answer.ts';
import { call } from './call.ts';
import type { ClientConfig } from './client-config.ts';
import { pageItems } from './list-pages.ts';
import { openClients } from './open-api.ts';
import { parseBaseUrl } from '../http/base-url.ts';
import { notThere } from './answer-error.ts';

/** The first page of a list, without items that are malformed. */
export interface FirstPage {
  readonly items: readonly JsonObject[];
  readonly isLast: boolean;
}

/** Reads first pages only, each once, without repetition: for a command that can do without the answer. */
export function openFirstPages(config: ClientConfig): {
  readonly first: (kind: KindName) => Promise<FirstPage>;
  readonly close: () => Promise<void>;
} {
  const { reads } = openClients(config);
  const { prefix, origin } = parseBaseUrl(config.baseUrl);
  return {
    first: async (kind) => {
      const operation = kinds[kind].operations.list;
      if (operation === undefined) throw new Error(`the API has no list of ${kind}`);
      const page = await call(reads, { operation, path: prefix + operation.path, policy: 'never' });
      if (page === 'missing') throw notThere(operation, `is ${origin} the address of this API?`);
      const answered = page === 'nothing' ? {} : page;
      const next = answered['next_page_uri'];
      return {
        items: pageItems(operation, answered).filter(
          (item): item is JsonObject => isJsonMap(item) && answerProblem(kind, item) === undefined,
        ),
        isLast: next === undefined || next === null,
      };
    },
    close: () => reads.dispatcher.destroy(),
  };
}
