import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import { parseBaseUrl } from '../http/proxy-settings.ts';
import type { JsonObject } from '../../model/value.ts';
import { isJsonMap, jsonItems } from '../../text/json/json-access.ts';
import { answerProblem } from './check-answer.ts';
import { call, malformedAnswer, notThere } from './call.ts';
import type { ClientConfig } from './client-config.ts';
import { openClients } from './open-api.ts';

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
      const items =
        page === 'nothing' ? undefined : page[operation.items] === null ? [] : page[operation.items];
      if (page === 'nothing' || !Array.isArray(items))
        throw malformedAnswer(operation, 200, `\`${operation.items}\` is not a list`);
      const next = page['next_page_uri'];
      return {
        items: jsonItems(items).filter(
          (item): item is JsonObject => isJsonMap(item) && answerProblem(kind, item) === undefined,
        ),
        isLast: next === undefined || next === null,
      };
    },
    close: () => reads.dispatcher.destroy(),
  };
}
