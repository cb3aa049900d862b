import type { TrafficPolicySettings } from '../../src/model/workspace/settings.ts';

/** The corpora stand for policies of any shape: the service saves them as the strings that the API describes. */
export const anyPolicy: TrafficPolicySettings = { dialect: 'none', actions: new Map() };
